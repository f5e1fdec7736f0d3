/* The block format of LZ4, in which the hooks' code lies in the program. */
#ifndef HOOKBOX_LZ4_H
#define HOOKBOX_LZ4_H
#include <stddef.h>
#include <stdint.h>

/*
 * 0 when the block is whole and fills `out` to exactly `out_size` bytes, else -1. The first `made` of them
 * are there already, and the block may repeat pieces of them. Reads and writes nowhere else.
 */
int lz4_decode(const uint8_t *in, size_t in_size, uint8_t *out, size_t made, size_t out_size);

#endif

/* Text between the outside world and the engine. */
#ifndef HOOKBOX_UTF8_H
#define HOOKBOX_UTF8_H
#include <stddef.h>
#include <stdint.h>

/*
 * Decodes as the Encoding Standard says: every maximal part of an ill-formed
 * sequence becomes one U+FFFD. `out` holds 3 * length bytes, or is NULL to
 * count only. Returns the bytes that the result has; *bad counts what was
 * replaced, and *cut is 1 when the last of it was only cut off by the end.
 */
size_t utf8_repair(const uint8_t *in, size_t length, uint8_t *out, size_t *bad, int *cut);

/* Replaces in place what stands for half a surrogate pair; the length stays. */
void utf8_without_surrogates(uint8_t *text, size_t length);

#endif

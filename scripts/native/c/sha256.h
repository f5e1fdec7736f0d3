#ifndef HOOKBOX_SHA256_H
#define HOOKBOX_SHA256_H
#include <stddef.h>
#include <stdint.h>

/* SHA-256 (FIPS 180-4) as 64 lower-case hexadecimal digits and a 0. */
void sha256_hex(const uint8_t *bytes, size_t length, char hex[65]);

#endif

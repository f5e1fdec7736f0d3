#include "lz4.h"
#include <string.h>

#define MIN_MATCH 4

/* A length of 15 goes on in the bytes that follow, up to one that is not 255. */
static int read_length(const uint8_t *in, size_t in_size, size_t *at, size_t *length)
{
    uint8_t more;

    if (*length < 15)
        return 0;
    do {
        if (*at == in_size)
            return -1;
        more = in[(*at)++];
        *length += more;
    } while (more == 255);
    return 0;
}

int lz4_decode(const uint8_t *in, size_t in_size, uint8_t *out, size_t made, size_t out_size)
{
    size_t at = 0, length, back;

    while (at < in_size) {
        uint8_t token = in[at++];

        length = token >> 4;
        if (read_length(in, in_size, &at, &length) < 0 || length > in_size - at || length > out_size - made)
            return -1;
        memcpy(out + made, in + at, length);
        at += length;
        made += length;
        if (at == in_size)
            break; /* the last one has no match */
        if (in_size - at < 2)
            return -1;
        back = in[at] | (size_t)in[at + 1] << 8;
        at += 2;
        length = token & 15;
        if (read_length(in, in_size, &at, &length) < 0)
            return -1;
        length += MIN_MATCH;
        if (back == 0 || back > made || length > out_size - made)
            return -1;
        /* What is repeated may be what is just being written. */
        for (; length > 0; length--, made++)
            out[made] = out[made - back];
    }
    return made == out_size ? 0 : -1;
}

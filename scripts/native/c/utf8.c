#include "utf8.h"
#include <string.h>

/* Bytes of the sequence at p, or minus the bytes that one U+FFFD stands for. */
static int sequence(const uint8_t *p, size_t left, int *cut)
{
    uint8_t first = p[0], low = 0x80, high = 0xbf;
    int more, i;

    if (first < 0x80)
        return 1;
    if (first < 0xc2 || first > 0xf4)
        return -1;
    more = first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
    if (first == 0xe0)
        low = 0xa0;
    else if (first == 0xed)
        high = 0x9f;
    else if (first == 0xf0)
        low = 0x90;
    else if (first == 0xf4)
        high = 0x8f;
    for (i = 1; i <= more; i++) {
        if ((size_t)i == left) {
            *cut = 1;
            return -i;
        }
        if (p[i] < low || p[i] > high)
            return -i;
        low = 0x80;
        high = 0xbf;
    }
    return more + 1;
}

size_t utf8_repair(const uint8_t *in, size_t length, uint8_t *out, size_t *bad, int *cut)
{
    size_t at = 0, made = 0;

    *bad = 0;
    *cut = 0;
    while (at < length) {
        int bytes = sequence(in + at, length - at, cut);
        if (bytes > 0) {
            if (out)
                memcpy(out + made, in + at, bytes);
            made += bytes;
            at += bytes;
        } else {
            if (out)
                memcpy(out + made, "\xef\xbf\xbd", 3);
            made += 3;
            at += -bytes;
            ++*bad;
        }
    }
    return made;
}

void utf8_without_surrogates(uint8_t *text, size_t length)
{
    size_t at;

    for (at = 0; at + 2 < length; at++) {
        if (text[at] == 0xed && text[at + 1] >= 0xa0) {
            memcpy(text + at, "\xef\xbf\xbd", 3);
            at += 2;
        }
    }
}

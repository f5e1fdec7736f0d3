/*
 * For libFuzzer: what handles bytes of others. Each function is held against a
 * plain statement of what it has to do; AddressSanitizer watches the rest.
 */
#include "heap.h"
#include "layout.h"
#include "lz4.h"
#include "sha256.h"
#include "utf8.h"
#include <stdlib.h>
#include <string.h>

#define HOLDS(condition) do { if (!(condition)) abort(); } while (0)

static void try_utf8(const uint8_t *data, size_t size)
{
    size_t bad, again, length, length2;
    int cut, cut2;
    uint8_t *out = malloc(3 * size + 1), *twice = malloc(9 * size + 1);

    length = utf8_repair(data, size, NULL, &bad, &cut);
    HOLDS(length <= 3 * size);
    HOLDS(utf8_repair(data, size, out, &again, &cut2) == length && again == bad && cut == cut2);
    HOLDS(!cut || bad > 0);
    if (bad == 0)
        HOLDS(length == size && memcmp(out, data, size) == 0);
    /* What is repaired is whole. */
    length2 = utf8_repair(out, length, twice, &bad, &cut);
    HOLDS(bad == 0 && !cut && length2 == length && memcmp(out, twice, length) == 0);
    memcpy(twice, data, size);
    utf8_without_surrogates(twice, size);
    free(out);
    free(twice);
}

static void try_sha256(const uint8_t *data, size_t size)
{
    char hex[65], again[65];

    sha256_hex(data, size, hex);
    sha256_hex(data, size, again);
    HOLDS(strlen(hex) == 64 && strcmp(hex, again) == 0 && strspn(hex, "0123456789abcdef") == 64);
}

/* Blocks of the sizes that the bytes say, each filled, grown, checked and freed. */
static void try_heap(const uint8_t *data, size_t size)
{
    enum { SLOTS = 16 };
    JSMallocState state = { .malloc_limit = (size_t)64 << 20 };
    struct {
        uint8_t *bytes;
        size_t size;
        uint8_t filled;
    } slots[SLOTS] = { { 0, 0, 0 } };
    size_t at, i;

    for (at = 0; at + 3 < size; at += 4) {
        int slot = data[at] % SLOTS;
        size_t wanted = ((size_t)data[at + 1] << 8 | data[at + 2]) * (data[at + 3] % 7 == 0 ? 9 : 1);
        for (i = 0; i < slots[slot].size; i++)
            HOLDS(slots[slot].bytes[i] == slots[slot].filled);
        if (data[at + 3] & 1) {
            heap_functions.js_free(&state, slots[slot].bytes);
            slots[slot].bytes = heap_functions.js_malloc(&state, wanted);
        } else {
            uint8_t *moved = heap_functions.js_realloc(&state, slots[slot].bytes, wanted);
            for (i = 0; moved && i < wanted && i < slots[slot].size; i++)
                HOLDS(moved[i] == slots[slot].filled);
            slots[slot].bytes = moved;
        }
        slots[slot].size = slots[slot].bytes ? wanted : 0;
        slots[slot].filled = data[at + 2];
        HOLDS((uintptr_t)slots[slot].bytes % sizeof(void *) == 0);
        if (slots[slot].bytes) {
            HOLDS(heap_functions.js_malloc_usable_size(slots[slot].bytes) >= wanted);
            memset(slots[slot].bytes, slots[slot].filled, wanted);
        }
    }
    for (i = 0; i < SLOTS; i++)
        heap_functions.js_free(&state, slots[i].bytes);
    HOLDS(state.malloc_count == 0 && state.malloc_size == 0);
}

/* Whatever the bytes are, it stays within them and within the place for what comes out. */
static void try_lz4(const uint8_t *data, size_t size)
{
    size_t wanted = size < 3 ? 0 : (size_t)(data[0] << 8 | data[1]);
    size_t made = size < 3 ? 0 : data[2] % (wanted + 1);
    uint8_t *out = calloc(1, wanted + 1);

    if (size >= 3)
        lz4_decode(data + 3, size - 3, out, made, wanted);
    free(out);
}

/* The same while an image is made: in the end nothing is in use, in any region. */
static void try_layout(const uint8_t *data, size_t size)
{
    int i;

    layout_holds = 1;
    try_heap(data, size);
    layout_holds = 0;
    for (i = 0; i < LAYOUT_REGIONS; i++)
        HOLDS(layout_used(i) == 0);
    HOLDS(layout_is_whole());
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    switch (data[0] % 5) {
    case 0:
        try_utf8(data + 1, size - 1);
        break;
    case 1:
        try_sha256(data + 1, size - 1);
        break;
    case 2:
        try_lz4(data + 1, size - 1);
        break;
    case 3:
        try_layout(data + 1, size - 1);
        break;
    default:
        try_heap(data + 1, size - 1);
    }
    return 0;
}

#include "heap.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifndef HEAP_AREA
#define HEAP_AREA (1024 * 1024)
#endif
#define STEP 16              /* sizes and addresses are multiples of it */
#define SMALL 1024           /* up to here one list per STEP */
#define LARGE (64 * 1024)    /* above it blocks are not kept */
#define LISTS (SMALL / STEP + 6)

typedef struct block {
    size_t size; /* of the part that is used; the lowest bit: from malloc, and not kept */
    struct block *next;
} block;

#define HEADER sizeof(block)
#define FROM_MALLOC 1

/* Initialised, so that it lies in a part of the file that an image can be written to. */
static struct {
    size_t used;
    int only;
    block *free[LISTS];
    uint8_t *chunk;
    size_t chunk_left;
} heap = { 0, 0, { 0 }, 0, 0 };
static _Alignas(STEP) uint8_t area[HEAP_AREA]
#ifdef HEAP_IMAGE
    __attribute__((section(".data"))) = { 1 }
#endif
    ;

/* The list for a size and, in *size, what its blocks hold. */
static int list_for(size_t *size)
{
    size_t rounded = (*size + STEP - 1) & ~(size_t)(STEP - 1);
    int list = SMALL / STEP;

    if (rounded <= SMALL) {
        *size = rounded ? rounded : STEP;
        return (int)(*size / STEP) - 1;
    }
    for (rounded = SMALL * 2; rounded < *size; rounded *= 2)
        list++;
    *size = rounded;
    return list;
}

/* Fresh memory, from the area or a chunk of malloc's. */
static block *fresh(size_t whole)
{
    block *made;

    if (heap.used + whole <= sizeof area) {
        made = (block *)(area + heap.used);
        heap.used += whole;
        return made;
    }
    if (heap.only)
        return NULL;
    if (heap.chunk_left < whole) {
        size_t size = whole > HEAP_AREA ? whole : HEAP_AREA;
        uint8_t *chunk = malloc(size + STEP);
        if (!chunk)
            return NULL;
        heap.chunk = chunk + (STEP - (uintptr_t)chunk % STEP) % STEP;
        heap.chunk_left = size;
    }
    made = (block *)heap.chunk;
    heap.chunk += whole;
    heap.chunk_left -= whole;
    return made;
}

static void *allocate(size_t size)
{
    block *made;
    int list;

    if (size > LARGE) {
        if (size > SIZE_MAX / 2)
            return NULL;
        size = (size + STEP - 1) & ~(size_t)(STEP - 1);
        if (heap.only) {
            made = fresh(HEADER + size);
            if (made)
                made->size = size;
        } else {
            made = malloc(HEADER + size);
            if (made)
                made->size = size | FROM_MALLOC;
        }
        return made ? made + 1 : NULL;
    }
    list = list_for(&size);
    made = heap.free[list];
    if (made) {
        heap.free[list] = made->next;
    } else {
        made = fresh(HEADER + size);
        if (!made)
            return NULL;
        made->size = size;
    }
    return made + 1;
}

static size_t size_of(const void *bytes)
{
    return bytes ? ((const block *)bytes - 1)->size & ~(size_t)FROM_MALLOC : 0;
}

static void release(void *bytes)
{
    block *old = (block *)bytes - 1;
    size_t size = old->size;
    int list;

    if (size & FROM_MALLOC) {
        free(old);
    } else if (size <= LARGE) {
        list = list_for(&size);
        old->next = heap.free[list];
        heap.free[list] = old;
    }
}

static void *heap_malloc(JSMallocState *state, size_t size)
{
    void *bytes;

    if (state->malloc_size + size > state->malloc_limit)
        return NULL;
    bytes = allocate(size);
    if (bytes) {
        state->malloc_count++;
        state->malloc_size += size_of(bytes);
    }
    return bytes;
}

static void heap_free(JSMallocState *state, void *bytes)
{
    if (!bytes)
        return;
    state->malloc_count--;
    state->malloc_size -= size_of(bytes);
    release(bytes);
}

static void *heap_realloc(JSMallocState *state, void *bytes, size_t size)
{
    size_t before = size_of(bytes);
    void *moved;

    if (!bytes)
        return size ? heap_malloc(state, size) : NULL;
    if (size == 0) {
        heap_free(state, bytes);
        return NULL;
    }
    if (size <= before && (before <= LARGE || size > before / 2))
        return bytes;
    moved = heap_malloc(state, size);
    if (!moved)
        return NULL;
    memcpy(moved, bytes, size < before ? size : before);
    heap_free(state, bytes);
    return moved;
}

const JSMallocFunctions heap_functions = { heap_malloc, heap_free, heap_realloc, size_of };

void heap_area_only(int only)
{
    heap.only = only;
}

size_t heap_used(void)
{
    return heap.used;
}

#include "heap.h"
#include "block.h"
#include "layout.h"
#include <stdlib.h>
#include <string.h>

#ifndef HEAP_AREA
#define HEAP_AREA (1024 * 1024)
#endif
#define CHUNK (1024 * 1024)
#define SMALL 1024            /* up to here one list per STEP */
#define LARGE (64 * 1024 - 8) /* above it blocks are not kept */
#define LISTS (SMALL / STEP + 6)

static _Alignas(STEP) uint8_t area[HEAP_AREA];
static struct {
    block *free[LISTS];
    uint8_t *chunk;
    size_t chunk_left;
} heap = { { 0 }, area, sizeof area };

/* The list for a size and, in *size, what its blocks hold. */
static int list_for(size_t *size)
{
    size_t rounded = WHOLE(*size) + HEADER;
    int list = SMALL / STEP;

    if (rounded <= SMALL) {
        *size = rounded - HEADER;
        return (int)(rounded / STEP) - 1;
    }
    for (rounded = SMALL * 2; rounded - HEADER < *size; rounded *= 2)
        list++;
    *size = rounded - HEADER;
    return list;
}

/* Fresh memory, from the area or a chunk of malloc's. */
static block *fresh(size_t whole)
{
    block *made;

    if (heap.chunk_left < whole) {
        uint8_t *chunk = malloc(CHUNK + STEP);
        if (!chunk)
            return NULL;
        heap.chunk = chunk + (STEP - (uintptr_t)chunk % STEP) % STEP;
        heap.chunk_left = CHUNK;
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

    if (size > SIZE_MAX / 2)
        return NULL;
    if (LAYOUT_HOLDS)
        return layout_allocate(size);
    if (size > LARGE) {
        size = WHOLE(size);
        made = malloc(HEADER + size);
        if (made)
            made->size = size | FROM_MALLOC;
        return made ? USED(made) : NULL;
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
    return USED(made);
}

static size_t size_of(const void *bytes)
{
    return bytes ? BLOCK(bytes)->size & ~(size_t)FROM_MALLOC : 0;
}

static void release(void *bytes)
{
    block *old = BLOCK(bytes);
    size_t size = old->size;
    int list;

    if (LAYOUT_HOLDS) {
        layout_release(bytes);
    } else if (size & FROM_MALLOC) {
        free(old);
    } else if (size <= LARGE) {
        list = list_for(&size);
        /* One of an image may be of a size that no list is for. */
        if (size == old->size && LAYOUT_REUSES(old)) {
            old->next = heap.free[list];
            heap.free[list] = old;
        }
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
    if (size <= before && (before <= LARGE || size > before / 2)) {
        if (LAYOUT_HOLDS) {
            layout_cut(bytes, size);
            state->malloc_size -= before - size_of(bytes);
        }
        return bytes;
    }
    moved = heap_malloc(state, size);
    if (!moved)
        return NULL;
    memcpy(moved, bytes, size < before ? size : before);
    heap_free(state, bytes);
    return moved;
}

const JSMallocFunctions heap_functions = { heap_malloc, heap_free, heap_realloc, size_of };

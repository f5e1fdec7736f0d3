#include "heap.h"
#include "image.h"
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifndef HEAP_AREA
#define HEAP_AREA (1024 * 1024)
#endif
#define STEP 16              /* blocks with their headers are multiples of it */
#define SMALL 1024           /* up to here one list per STEP */
#define LARGE (64 * 1024 - 8) /* above it blocks are not kept */
#define LISTS (SMALL / STEP + 6)
#define ROOM (128 * 1024) /* for what one call needs, beside the area of an image */

typedef struct block {
    size_t size;        /* of what follows; the lowest bit: from malloc, and not kept */
    struct block *next; /* while it is free; otherwise what is used begins here */
} block;

/* The engine's values need no more than the alignment of a pointer. */
#define HEADER offsetof(block, next)
#define USED(made) ((void *)((uint8_t *)(made) + HEADER))
#define FROM_MALLOC 1

#ifdef HEAP_IMAGE
static _Alignas(STEP) uint8_t room[ROOM]; /* takes no place in the file */
#else
#define room NULL
#undef ROOM
#define ROOM 0
#endif
IMAGE static struct {
    size_t used;
    int only;
    size_t outside; /* blocks from elsewhere while `only` is set */
    block *free[LISTS];
    block *holes; /* free blocks while `only` is set, by address, no two side by side */
    uint8_t *chunk;
    size_t chunk_left;
} heap = { 0, 0, 0, { 0 }, 0, room, ROOM };
IMAGE static _Alignas(STEP) uint8_t area[HEAP_AREA] = { 0 };

/* The list for a size and, in *size, what its blocks hold. */
static int list_for(size_t *size)
{
    /* With the header it is a multiple of STEP. */
    size_t rounded = (*size + HEADER + STEP - 1) & ~(size_t)(STEP - 1);
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

    if (whole <= sizeof area - heap.used) {
        made = (block *)(area + heap.used);
        heap.used += whole;
        return made;
    }
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

static block *after(block *one)
{
    return (block *)((uint8_t *)USED(one) + one->size);
}

/* The first hole that is large enough, or fresh memory: slow, and nothing is lost to rounding. */
static block *fill_hole(size_t size)
{
    block **at = &heap.holes, *made;

    while (*at && (*at)->size < size)
        at = &(*at)->next;
    made = *at;
    if (!made && HEADER + size > sizeof area - heap.used) {
        made = malloc(HEADER + size);
        if (made) {
            made->size = size | FROM_MALLOC;
            heap.outside++;
        }
        return made;
    }
    if (!made) {
        made = fresh(HEADER + size);
        made->size = size;
        return made;
    }
    if (made->size > size) {
        block rest = { made->size - size - HEADER, made->next };
        made->size = size;
        *at = after(made);
        **at = rest;
    } else {
        *at = made->next;
    }
    return made;
}

static void make_hole(block *old)
{
    block **at = &heap.holes, *before = NULL;

    while (*at && *at < old) {
        before = *at;
        at = &before->next;
    }
    old->next = *at;
    *at = old;
    if (old->next == after(old)) {
        old->size += HEADER + old->next->size;
        old->next = old->next->next;
    }
    if (before && after(before) == old) {
        before->size += HEADER + old->size;
        before->next = old->next;
        old = before;
    }
    if (!old->next && (uint8_t *)after(old) == area + heap.used) {
        heap.used -= HEADER + old->size;
        for (at = &heap.holes; *at != old; at = &(*at)->next)
            continue;
        *at = NULL;
    }
}

/* What is at the end of a block and not needed becomes a hole. */
static void cut(block *old, size_t size)
{
    size_t rest = old->size - (((size + HEADER + STEP - 1) & ~(size_t)(STEP - 1)) - HEADER);
    block *end;

    if (rest == 0)
        return;
    old->size -= rest;
    end = after(old);
    end->size = rest - HEADER;
    make_hole(end);
}

static void *allocate(size_t size)
{
    block *made;
    int list;

    if (heap.only || size > LARGE) {
        if (size > SIZE_MAX / 2)
            return NULL;
        size = ((size + HEADER + STEP - 1) & ~(size_t)(STEP - 1)) - HEADER;
        if (heap.only) {
            made = fill_hole(size);
        } else {
            made = malloc(HEADER + size);
            if (made)
                made->size = size | FROM_MALLOC;
        }
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
    return bytes ? ((const block *)((const uint8_t *)bytes - HEADER))->size & ~(size_t)FROM_MALLOC : 0;
}

static void release(void *bytes)
{
    block *old = (block *)((uint8_t *)bytes - HEADER);
    size_t size = old->size;
    int list;

    if (size & FROM_MALLOC) {
        heap.outside -= heap.only;
        free(old);
    } else if (heap.only) {
        make_hole(old);
    } else if (size <= LARGE) {
        list = list_for(&size);
        /* One of the image may be of a size that no list is for. */
        if (size == old->size) {
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
        block *old = (block *)((uint8_t *)bytes - HEADER);
        if (heap.only && !(old->size & FROM_MALLOC)) {
            cut(old, size);
            state->malloc_size -= before - old->size;
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

void heap_area_only(int only)
{
    heap.only = only;
}

size_t heap_used(void)
{
    return heap.used;
}

size_t heap_outside(void)
{
    return heap.outside;
}

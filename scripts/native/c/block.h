/* A block of the engine's memory, as heap.c and layout.c both make them. */
#ifndef HOOKBOX_BLOCK_H
#define HOOKBOX_BLOCK_H
#include <stddef.h>
#include <stdint.h>

#define STEP 8 /* blocks are multiples of it; what they hold is a link when they are free */

typedef struct block {
    size_t size;        /* of what follows; the lowest bit: from malloc, and not kept */
    struct block *next; /* while it is free; otherwise what is used begins here */
} block;

/* The engine's values need no more than the alignment of a pointer. */
#define HEADER offsetof(block, next)
#define USED(made) ((void *)((uint8_t *)(made) + HEADER))
#define BLOCK(used) ((block *)((uint8_t *)(used) - HEADER))
#define FROM_MALLOC 1
/* What a block for so many bytes holds. */
#define WHOLE(size) ((size) < STEP ? STEP : ((size) + STEP - 1) & ~(size_t)(STEP - 1))

#endif

#include "layout.h"
#ifdef HEAP_IMAGE
#include "block.h"
#include "image.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LEAST (HEADER + STEP) /* that can be free */
/* A block that fills pages of its own gains nothing from its neighbours. */
#define PAGE 4096

IMAGE static _Alignas(PAGE) uint8_t hot[HOT_AREA] = { 0 };
IMAGE static _Alignas(PAGE) uint8_t warm[WARM_AREA] = { 0 };
IMAGE static _Alignas(PAGE) uint8_t cold[COLD_AREA] = { 0 };
/* For what is freed again before the image is written; always at the same address, as the others. */
static _Alignas(STEP) uint8_t passing[2 * 1024 * 1024];

typedef struct {
    uint8_t *start;
    size_t size, used;
    block *holes; /* by address, no two side by side */
} region;

int layout_holds;
static region regions[LAYOUT_REGIONS + 1] = {
    { hot, sizeof hot, 0, NULL },
    { warm, sizeof warm, 0, NULL },
    { cold, sizeof cold, 0, NULL },
    { passing, sizeof passing, 0, NULL },
};
static size_t count;
static uint8_t *wanted; /* regions by number */
static size_t wanted_count;

#ifdef HEAP_PROFILE
static uint32_t owners[COLD_AREA / STEP]; /* numbers of blocks, by where they lie */
#endif

static block *after(block *one)
{
    return (block *)((uint8_t *)USED(one) + one->size);
}

static block *take(region *of, size_t size)
{
    block **at = &of->holes, *made;

    /* What a block holds must not depend on where it lies: what is loaded grows by that, and its number too. */
    while (*at && (*at)->size != size && (*at)->size < size + LEAST)
        at = &(*at)->next;
    made = *at;
    if (!made) {
        if (HEADER + size > of->size - of->used)
            return NULL;
        made = (block *)(of->start + of->used);
        of->used += HEADER + size;
    } else if (made->size >= size + LEAST) {
        block rest = { made->size - size - HEADER, made->next };
        made->size = size;
        *at = after(made);
        **at = rest;
    } else {
        *at = made->next;
    }
    made->size = size;
    return made;
}

static void give_back(region *to, block *old)
{
    block **at = &to->holes, *before = NULL;

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
    if (!old->next && (uint8_t *)after(old) == to->start + to->used) {
        to->used -= HEADER + old->size;
        for (at = &to->holes; *at != old; at = &(*at)->next)
            continue;
        *at = NULL;
    }
}

static region *region_of(const void *made)
{
    int i;

    for (i = 0; i <= LAYOUT_REGIONS; i++) {
        const uint8_t *start = regions[i].start;
        if ((const uint8_t *)made >= start && (const uint8_t *)made < start + regions[i].size)
            return &regions[i];
    }
    return NULL;
}

void *layout_allocate(size_t size)
{
    size_t number = count++;
    int where = number < wanted_count && size < PAGE ? wanted[number] : LAYOUT_COLD;
    block *made;

    size = WHOLE(size);
    made = take(&regions[where], size);
    if (!made)
        made = take(&regions[where = LAYOUT_REGIONS], size);
    if (!made)
        return NULL;
#ifdef HEAP_PROFILE
    if (where == LAYOUT_COLD) {
        size_t at = ((uint8_t *)made - cold) / STEP, end = at + (HEADER + made->size) / STEP;
        while (at < end)
            owners[at++] = (uint32_t)number;
    }
#endif
    return USED(made);
}

void layout_release(void *bytes)
{
    block *old = BLOCK(bytes);

    give_back(region_of(old), old);
}

void layout_cut(void *bytes, size_t size)
{
    block *old = BLOCK(bytes), *end;
    region *in = region_of(old);
    size_t rest = old->size - WHOLE(size);

    if (rest < LEAST)
        return;
    old->size -= rest;
    end = after(old);
    end->size = rest - HEADER;
    give_back(in, end);
}

int layout_read(const char *name)
{
    FILE *file = fopen(name, "rb");
    long size = file && fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;

    if (!file)
        return 0;
    wanted = size >= 0 ? malloc((size_t)size + 1) : NULL;
    wanted_count = (size_t)size;
    rewind(file);
    size = wanted && fread(wanted, 1, wanted_count, file) == wanted_count ? 0 : -1;
    fclose(file);
    return (int)size;
}

size_t layout_used(int of)
{
    return regions[of].used;
}

int layout_is_whole(void)
{
    return regions[LAYOUT_REGIONS].used == 0 && (!wanted || wanted_count == count);
}

#ifdef HEAP_PROFILE
void layout_bounds(uint8_t **start, uint8_t **end)
{
    *start = cold;
    *end = cold + sizeof cold;
}

int layout_is_outside(const void *bytes)
{
    return region_of(bytes) == NULL;
}

static uint8_t *seen;

int layout_written(const uint8_t *address, int where)
{
    uint8_t *of = &seen[owners[(size_t)(address - cold) / STEP]];

    if (*of <= where)
        return 0;
    *of = (uint8_t)where;
    return 1;
}

int layout_write(const char *name)
{
    FILE *file = fopen(name, "wb");

    if (!file || fwrite(seen, 1, count, file) != count || fclose(file) != 0)
        return -1;
    return 0;
}

int layout_watch(const char *name)
{
    seen = malloc(count);
    if (!seen || layout_read(name) < 0)
        return -1;
    memset(seen, LAYOUT_COLD, count);
    if (wanted_count == count)
        memcpy(seen, wanted, count);
    return 0;
}
#endif
#else
typedef int nothing; /* a file may not be empty */
#endif

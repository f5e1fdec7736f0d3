/*
 * Where the engine's blocks lie in a heap image (image.h). They are put as close together as they
 * can, since nothing is allocated twice in the same way anyway: what takes a millisecond more here
 * takes a page less in every call. And those that calls write to are put side by side: the system
 * copies a page when one of its bytes is written, which costs more than a thousand instructions.
 * Which blocks those are is found by watching calls (profile.h); a block is known by its number,
 * since the program is loaded in the same way each time.
 */
#ifndef HOOKBOX_LAYOUT_H
#define HOOKBOX_LAYOUT_H
#include <stddef.h>
#include <stdint.h>

#ifdef HEAP_IMAGE
/* By how often calls write to them: in those that pass, in others, never. */
enum { LAYOUT_HOT, LAYOUT_WARM, LAYOUT_COLD, LAYOUT_REGIONS };
/* While it is set, blocks are put into the image. */
extern int layout_holds;
#define LAYOUT_HOLDS layout_holds

void *layout_allocate(size_t size);
void layout_release(void *bytes);
/* What is at the end of a block and not needed is free again. */
void layout_cut(void *bytes, size_t size);

/* The region of each block by its number, as a file of bytes; without a file all are cold. */
int layout_read(const char *file);
/* Bytes of a region in use. */
size_t layout_used(int region);
/* False: the regions were too small, or other blocks were made than in the calls that were watched. */
int layout_is_whole(void);

#ifdef HEAP_PROFILE
/* All blocks, in whole pages; none has been given a region. */
void layout_bounds(uint8_t **start, uint8_t **end);
/* Everything is loaded; what earlier calls wrote to, by the file, counts as well. */
int layout_watch(const char *file);
/* A call writes to the block that holds the address; true when that was not known. */
int layout_written(const uint8_t *address, int region);
int layout_write(const char *file);
/* What is free in the image may be protected, and is not used again. */
int layout_is_outside(const void *bytes);
#define LAYOUT_REUSES(bytes) layout_is_outside(bytes)
#endif
#else
#define LAYOUT_HOLDS 0
#define layout_allocate(size) NULL
#define layout_release(bytes) ((void)(bytes))
#define layout_cut(bytes, size) ((void)0)
#endif
#ifndef LAYOUT_REUSES
#define LAYOUT_REUSES(bytes) 1
#endif

#endif

/*
 * The engine's memory. A hook lives for milliseconds: blocks come from an area
 * inside the program and are kept by size when freed; what does not fit there
 * comes from malloc. The area is what a heap image holds (image.h).
 */
#ifndef HOOKBOX_HEAP_H
#define HOOKBOX_HEAP_H
#include "quickjs.h"

extern const JSMallocFunctions heap_functions;

/*
 * While `only` is set, which is while an image is made, blocks lie in the area as close as they
 * can. Those that do not fit come from malloc; they have to be freed before it is set to 0.
 */
void heap_area_only(int only);
/* Bytes of the area in use. */
size_t heap_used(void);
/* How many blocks that are in use do not lie in the area. */
size_t heap_outside(void);

#endif

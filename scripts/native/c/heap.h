/*
 * The engine's memory. A hook lives for milliseconds: blocks come from an area
 * inside the program and are kept by size when freed; what does not fit there
 * comes from malloc. The area is what a heap image holds (image.h).
 */
#ifndef HOOKBOX_HEAP_H
#define HOOKBOX_HEAP_H
#include "quickjs.h"

extern const JSMallocFunctions heap_functions;

/* While `only` is set nothing may come from malloc; a block that does not fit is a failure. */
void heap_area_only(int only);
/* Bytes of the area in use. */
size_t heap_used(void);

#endif

/*
 * The engine's memory. A hook lives for milliseconds: blocks come from an area
 * inside the program and are kept by size when freed; what does not fit there
 * comes from malloc. While an image is made, layout.h says where they lie.
 */
#ifndef HOOKBOX_HEAP_H
#define HOOKBOX_HEAP_H
#include "quickjs.h"

extern const JSMallocFunctions heap_functions;

#endif

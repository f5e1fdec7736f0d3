/*
 * The heap image (docs/decisions/0018): at build time the program starts, loads the hooks, and
 * writes its memory into a copy of its own file. That copy starts where the first one stopped.
 * Linux only, in a static program that is always loaded at the same addresses.
 */
#ifndef HOOKBOX_IMAGE_H
#define HOOKBOX_IMAGE_H
#include "quickjs.h"

#ifdef HEAP_IMAGE
/* What is kept lies in a section of its own, so that it can be found in the file. */
#define IMAGE __attribute__((section("hookbox_image")))
/* Writes the copy; 0, or 1 with a message on stderr. */
int image_write(const char *file);
#else
#define IMAGE
#endif

#endif

/*
 * Which blocks of the image a call writes to, for layout.h. All pages are protected; a write
 * raises SIGSEGV, whose handler notes the address and lets this one instruction through. Only at
 * build time, on Linux x64.
 */
#ifndef HOOKBOX_PROFILE_H
#define HOOKBOX_PROFILE_H

/* Begins to watch; what is written to goes into the region. -1: it can't be watched. */
int profile_start(int region);

#endif

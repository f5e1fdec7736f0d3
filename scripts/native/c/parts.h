/*
 * The compiled modules. The file that is built in: a count, per module the
 * offset and length of its name and its code, then these.
 */
#ifndef HOOKBOX_PARTS_H
#define HOOKBOX_PARTS_H
#include "quickjs.h"

/* For JS_SetModuleLoaderFunc. */
char *parts_name(JSContext *ctx, const char *from, const char *name, void *opaque);
JSModuleDef *parts_load(JSContext *ctx, const char *name, void *opaque);
#ifdef HEAP_IMAGE
/* More modules, only while an image is made: a file of the same form. 0 when it is there. */
int parts_ahead(const char *file);
#endif
/* Evaluates a module; a promise or an exception. */
JSValue parts_run(JSContext *ctx, const char *name);

#endif

#include "parts.h"
#include "lz4.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef PROGRAM_INCBIN /* for compilers without #embed */
__asm__(".section .rodata\n.balign 16\nprogram_bytes:\n.incbin \"" PROGRAM_INCBIN "\"\n.previous");
extern const uint8_t program[] __asm__("program_bytes");
#else
_Alignas(16) static const uint8_t program[] = {
#embed PROGRAM
};
#endif

/* At the start: the number of parts, and the pieces of text that many of them have. */
typedef struct {
    uint32_t count, common, common_length, unused;
} head;

typedef struct {
    uint32_t name, name_length, code, code_length, whole_length;
} part;

#ifdef HEAP_IMAGE
static const uint8_t *ahead;

int parts_ahead(const char *name)
{
    FILE *file = fopen(name, "rb");
    long size = file && fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    uint8_t *bytes = size > 0 ? malloc((size_t)size) : NULL;

    if (!bytes)
        return -1;
    rewind(file);
    ahead = bytes;
    return fread(bytes, 1, (size_t)size, file) == (size_t)size ? 0 : -1;
}
#endif

static const part *find_in(const uint8_t *all, const char *name)
{
    uint32_t count = ((const head *)all)->count, i;
    const part *parts = (const part *)(all + sizeof(head));
    size_t length = strlen(name);

    for (i = 0; i < count; i++) {
        if (parts[i].name_length == length && memcmp(all + parts[i].name, name, length) == 0)
            return &parts[i];
    }
    return NULL;
}

char *parts_name(JSContext *ctx, const char *from, const char *name, void *opaque)
{
    const char *slash = strrchr(name, '/');

    return js_strdup(ctx, slash ? slash + 1 : name);
}

static JSValue read_part(JSContext *ctx, const char *name)
{
    const uint8_t *all = program;
    const part *found = find_in(all, name);
    const head *start;
    size_t size;
    uint8_t *code;
    JSValue module;

#ifdef HEAP_IMAGE
    if (!found && ahead) {
        all = ahead;
        found = find_in(all, name);
    }
#endif
    if (!found)
        return JS_ThrowReferenceError(ctx, "the part %s is not built in", name);
    start = (const head *)all;
    size = start->common_length + found->whole_length;
    code = malloc(size);
    if (!code)
        return JS_ThrowOutOfMemory(ctx);
    memcpy(code, all + start->common, start->common_length);
    module = lz4_decode(all + found->code, found->code_length, code, start->common_length, size) == 0
        ? JS_ReadObject(ctx, code + start->common_length, found->whole_length, JS_READ_OBJ_BYTECODE)
        : JS_ThrowInternalError(ctx, "the part %s is damaged", name);
    free(code);
    return module;
}

JSModuleDef *parts_load(JSContext *ctx, const char *name, void *opaque)
{
    JSValue module = read_part(ctx, name);
    JSModuleDef *definition;

    if (JS_IsException(module))
        return NULL;
    definition = JS_VALUE_GET_PTR(module);
    /* The context keeps modules itself. */
    JS_FreeValue(ctx, module);
    return definition;
}

JSValue parts_run(JSContext *ctx, const char *name)
{
    JSValue module = read_part(ctx, name);

    if (JS_IsException(module))
        return module;
    if (JS_ResolveModule(ctx, module) < 0) {
        JS_FreeValue(ctx, module);
        return JS_EXCEPTION;
    }
    return JS_EvalFunction(ctx, module);
}

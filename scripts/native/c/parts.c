#include "parts.h"
#include <stdint.h>
#include <string.h>

_Alignas(16) static const uint8_t program[] = {
#embed PROGRAM
};

typedef struct {
    uint32_t name, name_length, code, code_length;
} part;

static const part *find(const char *name)
{
    uint32_t count = *(const uint32_t *)program, i;
    const part *all = (const part *)(program + 16);
    size_t length = strlen(name);

    for (i = 0; i < count; i++) {
        if (all[i].name_length == length && memcmp(program + all[i].name, name, length) == 0)
            return &all[i];
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
    const part *found = find(name);

    if (!found)
        return JS_ThrowReferenceError(ctx, "the part %s is not built in", name);
    return JS_ReadObject(ctx, program + found->code, found->code_length, JS_READ_OBJ_BYTECODE);
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

/* Compiles one module to the engine's bytecode: compile OUTPUT MODULE-NAME SOURCE. Runs at build time only. */
#include "quickjs.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a module imports is compiled by itself; here it is only a name. */
static int empty(JSContext *ctx, JSModuleDef *module)
{
    return 0;
}

static char *base_name(JSContext *ctx, const char *from, const char *name, void *opaque)
{
    const char *slash = strrchr(name, '/');

    return js_strdup(ctx, slash ? slash + 1 : name);
}

static JSModuleDef *stand_in(JSContext *ctx, const char *name, void *opaque)
{
    return JS_NewCModule(ctx, name, empty);
}

static char *whole_file(const char *name, size_t *length)
{
    FILE *file = fopen(name, "rb");
    char *text = NULL;
    long size;

    if (file && fseek(file, 0, SEEK_END) == 0 && (size = ftell(file)) >= 0 && (text = malloc((size_t)size + 1))) {
        rewind(file);
        *length = fread(text, 1, (size_t)size, file);
        text[*length] = 0;
    }
    if (file)
        fclose(file);
    return text;
}

int main(int argc, char **argv)
{
    JSRuntime *rt = JS_NewRuntime();
    JSContext *ctx = JS_NewContext(rt);
    size_t length = 0, size = 0;
    char *source;
    uint8_t *code;
    JSValue module;
    FILE *out;

    if (argc != 4 || !(source = whole_file(argv[3], &length))) {
        fprintf(stderr, "usage: compile OUTPUT MODULE-NAME SOURCE\n");
        return 64;
    }
    JS_SetModuleLoaderFunc(rt, base_name, stand_in, NULL);
    JS_SetStripInfo(rt, JS_STRIP_DEBUG);
    module = JS_Eval(ctx, source, length, argv[2], JS_EVAL_TYPE_MODULE | JS_EVAL_FLAG_COMPILE_ONLY);
    if (JS_IsException(module)) {
        JSValue error = JS_GetException(ctx);
        fprintf(stderr, "%s: %s\n", argv[3], JS_ToCString(ctx, error));
        return 1;
    }
    code = JS_WriteObject(ctx, &size, module, JS_WRITE_OBJ_BYTECODE);
    out = code ? fopen(argv[1], "wb") : NULL;
    if (!out || fwrite(code, 1, size, out) != size || fclose(out) != 0) {
        fprintf(stderr, "%s can't be written\n", argv[1]);
        return 1;
    }
    return 0;
}

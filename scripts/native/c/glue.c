#include "glue.h"
#include "image.h"
#include "os.h"
#include "sha256.h"
#include "utf8.h"
#include <stdlib.h>
#include <string.h>

#ifndef countof
#define countof(x) ((int)(sizeof(x) / sizeof((x)[0])))
#endif

int glue_exit_code = 2;
IMAGE JSValue glue_start = JS_UNDEFINED;
JSValue glue_turn = JS_UNDEFINED;
JSValue glue_crash = JS_UNDEFINED;
static int command_argc;
static char **command_argv;

void glue_command_line(int argc, char **argv)
{
    command_argc = argc;
    command_argv = argv;
}

/* --- text ---------------------------------------------------------------- */

/* A string of the engine from bytes of the system; what is not UTF-8 becomes U+FFFD. */
static JSValue text_of(JSContext *ctx, const char *bytes, size_t length)
{
    size_t bad, size;
    int cut;
    uint8_t *repaired;
    JSValue text;

    size = utf8_repair((const uint8_t *)bytes, length, NULL, &bad, &cut);
    if (bad == 0)
        return JS_NewStringLen(ctx, bytes, length);
    repaired = js_malloc(ctx, size);
    if (!repaired)
        return JS_EXCEPTION;
    utf8_repair((const uint8_t *)bytes, length, repaired, &bad, &cut);
    text = JS_NewStringLen(ctx, (char *)repaired, size);
    js_free(ctx, repaired);
    return text;
}

/* The same for a string made with malloc, which is freed; NULL is undefined. */
static JSValue text_taken(JSContext *ctx, char *bytes)
{
    JSValue text = bytes ? text_of(ctx, bytes, strlen(bytes)) : JS_UNDEFINED;

    free(bytes);
    return text;
}

/* UTF-8 of a value, made with js_malloc and ended by a 0; NULL with an exception. */
static char *bytes_of(JSContext *ctx, JSValueConst value, size_t *length)
{
    const char *text = JS_ToCStringLen(ctx, length, value);
    char *bytes;

    if (!text)
        return NULL;
    bytes = js_malloc(ctx, *length + 1);
    if (bytes) {
        memcpy(bytes, text, *length + 1);
        utf8_without_surrogates((uint8_t *)bytes, *length);
    }
    JS_FreeCString(ctx, text);
    return bytes;
}

/*
 * The same for what the system takes up to its first 0: a text that holds one
 * would mean something else there, so it is refused.
 */
static char *word_of(JSContext *ctx, JSValueConst value)
{
    size_t length;
    char *bytes = bytes_of(ctx, value, &length);

    if (bytes && memchr(bytes, 0, length)) {
        js_free(ctx, bytes);
        JS_ThrowTypeError(ctx, "a text for the system holds a NUL");
        return NULL;
    }
    return bytes;
}

static int number_of(JSContext *ctx, JSValueConst value)
{
    int32_t number = 0;

    JS_ToInt32(ctx, &number, value);
    return number;
}

/* The result of a call: a number, or the name of the error as a string. */
static JSValue outcome(JSContext *ctx, long result)
{
    return result < 0 ? JS_NewString(ctx, os_error_name((int)-result)) : JS_NewInt64(ctx, result);
}

static void release(JSRuntime *rt, void *opaque, void *bytes)
{
    js_free_rt(rt, bytes);
}

/* The bytes of an ArrayBuffer or a view of one; NULL with an exception. */
static uint8_t *view_of(JSContext *ctx, JSValueConst value, size_t *length)
{
    size_t offset, each, whole;
    uint8_t *bytes;
    JSValue buffer = JS_GetTypedArrayBuffer(ctx, value, &offset, length, &each);

    if (JS_IsException(buffer))
        return NULL;
    bytes = JS_GetArrayBuffer(ctx, &whole, buffer);
    JS_FreeValue(ctx, buffer);
    return bytes ? bytes + offset : NULL;
}

/* decode(bytes: Uint8Array, fatal: boolean, partial: boolean): string | undefined */
static JSValue js_decode(JSContext *ctx, JSValueConst this_val, int argc, JSValueConst *argv)
{
    size_t length = 0, bad, size;
    int cut;
    uint8_t *bytes = view_of(ctx, argv[0], &length), *repaired;
    JSValue text;

    if (!bytes && length == 0) {
        JS_FreeValue(ctx, JS_GetException(ctx));
        return JS_NewString(ctx, "");
    }
    if (!bytes)
        return JS_EXCEPTION;
    size = utf8_repair(bytes, length, NULL, &bad, &cut);
    if (JS_ToBool(ctx, argv[1]) && bad > (size_t)(cut && JS_ToBool(ctx, argv[2])))
        return JS_UNDEFINED;
    if (bad == 0)
        return JS_NewStringLen(ctx, (char *)bytes, length);
    repaired = js_malloc(ctx, size);
    if (!repaired)
        return JS_EXCEPTION;
    utf8_repair(bytes, length, repaired, &bad, &cut);
    text = JS_NewStringLen(ctx, (char *)repaired, size);
    js_free(ctx, repaired);
    return text;
}

/* encode(text: string): ArrayBuffer */
static JSValue js_encode(JSContext *ctx, JSValueConst this_val, int argc, JSValueConst *argv)
{
    size_t length;
    char *bytes = bytes_of(ctx, argv[0], &length);

    if (!bytes)
        return JS_EXCEPTION;
    return JS_NewArrayBuffer(ctx, (uint8_t *)bytes, length, release, NULL, 0);
}

/* sha256(text: string): string */
static JSValue js_sha256(JSContext *ctx, JSValueConst this_val, int argc, JSValueConst *argv)
{
    size_t length;
    char *bytes = bytes_of(ctx, argv[0], &length), hex[65];

    if (!bytes)
        return JS_EXCEPTION;
    sha256_hex((uint8_t *)bytes, length, hex);
    js_free(ctx, bytes);
    return JS_NewString(ctx, hex);
}

/* --- the process --------------------------------------------------------- */

typedef struct {
    JSContext *ctx;
    JSValue array;
    uint32_t count;
    int names_only;
} list;

static void list_add(void *opaque, const char *text)
{
    list *to = opaque;
    /* Windows keeps drives' folders in variables whose names begin with "=". */
    const char *end = to->names_only && text[0] ? strchr(text + 1, '=') : NULL;

    JS_SetPropertyUint32(to->ctx, to->array, to->count++,
                         text_of(to->ctx, text, end ? (size_t)(end - text) : strlen(text)));
}

/* arguments(): string[], the name it was called by first; on Windows the one line of all */
static JSValue js_arguments(JSContext *ctx, JSValueConst this_val, int argc, JSValueConst *argv)
{
    list all = { ctx, JS_NewArray(ctx), 0, 0 };
    int i;

    for (i = 0; i < command_argc; i++)
        list_add(&all, command_argv[i]);
    return all.array;
}

/* env(name: string): string | undefined */
static JSValue js_env(JSContext *ctx, JSValueConst this_val, int argc, JSValueConst *argv)
{
    char *name = word_of(ctx, argv[0]);
    JSValue value;

    if (!name)
        return JS_EXCEPTION;
    value = text_taken(ctx, os_variable(name));
    js_free(ctx, name);
    return value;
}

/* envNames(): string[] */
static JSValue js_env_names(JSContext *ctx, JSValueConst this_val, int argc, JSValueConst *argv)
{
    list all = { ctx, JS_NewArray(ctx), 0, 1 };

    os_environment(list_add, &all);
    return all.array;
}

/* cwd(): string | undefined */
static JSValue js_cwd(JSContext *ctx, JSValueConst this_val, int argc, JSValueConst *argv)
{
    return text_taken(ctx, os_cwd());
}

/* account(): [name, home] | undefined */
static JSValue js_account(JSContext *ctx, JSValueConst this_val, int argc, JSValueConst *argv)
{
    char *name, *home;
    JSValue both;

    if (os_account(&name, &home) < 0)
        return JS_UNDEFINED;
    both = JS_NewArray(ctx);
    JS_SetPropertyUint32(ctx, both, 0, text_taken(ctx, name));
    JS_SetPropertyUint32(ctx, both, 1, text_taken(ctx, home));
    return both;
}

/* pid(): number */
static JSValue js_pid(JSContext *ctx, JSValueConst this_val, int argc, JSValueConst *argv)
{
    return JS_NewInt32(ctx, os_pid());
}

/* isTerminal(fd), mayWait(fd): boolean */
static JSValue js_fd_is(JSContext *ctx, JSValueConst this_val, int argc, JSValueConst *argv, int magic)
{
    int fd = number_of(ctx, argv[0]);

    return JS_NewBool(ctx, magic == 0 ? os_is_terminal(fd) : os_may_wait(fd));
}

/* exitCode(code): what the process ends with */
static JSValue js_exit_code(JSContext *ctx, JSValueConst this_val, int argc, JSValueConst *argv)
{
    glue_exit_code = number_of(ctx, argv[0]) & 0xff;
    return JS_UNDEFINED;
}

/* onTurn(function), onCrash(function), onStart(function) */
static JSValue js_on(JSContext *ctx, JSValueConst this_val, int argc, JSValueConst *argv, int magic)
{
    JSValue *kept = magic == 0 ? &glue_turn : magic == 1 ? &glue_crash : &glue_start;

    JS_FreeValue(ctx, *kept);
    *kept = JS_DupValue(ctx, argv[0]);
    return JS_UNDEFINED;
}

/* load(name): a promise of the module; `import()` without the names of files in the code */
static JSValue js_load(JSContext *ctx, JSValueConst this_val, int argc, JSValueConst *argv)
{
    const char *name = JS_ToCString(ctx, argv[0]);
    JSValue module = name ? JS_LoadModule(ctx, NULL, name) : JS_EXCEPTION;

    JS_FreeCString(ctx, name);
    return module;
}

/* --- files --------------------------------------------------------------- */

static JSValue info_array(JSContext *ctx, int result, const os_info *info)
{
    const double fields[] = { info->kind, info->size, info->modified, info->mode, info->device, info->inode };
    JSValue array;
    int i;

    if (result < 0)
        return outcome(ctx, result);
    array = JS_NewArray(ctx);
    for (i = 0; i < countof(fields); i++)
        JS_SetPropertyUint32(ctx, array, (uint32_t)i, JS_NewFloat64(ctx, fields[i]));
    return array;
}

/* stat(path), lstat(path), fstat(fd): [kind, size, modified, mode, device, inode] | string */
static JSValue js_info(JSContext *ctx, JSValueConst this_val, int argc, JSValueConst *argv, int magic)
{
    os_info info = { 0 };
    char *path;
    int result;

    if (magic == 2)
        return info_array(ctx, os_info_of_fd(number_of(ctx, argv[0]), &info), &info);
    path = word_of(ctx, argv[0]);
    if (!path)
        return JS_EXCEPTION;
    result = os_info_of(path, magic == 0, &info);
    js_free(ctx, path);
    return info_array(ctx, result, &info);
}

/* realpath(path), readLink(path): string | undefined */
static JSValue js_resolved(JSContext *ctx, JSValueConst this_val, int argc, JSValueConst *argv, int magic)
{
    char *path = word_of(ctx, argv[0]);
    JSValue resolved;

    if (!path)
        return JS_EXCEPTION;
    resolved = text_taken(ctx, magic == 0 ? os_realpath(path) : os_readlink(path));
    js_free(ctx, path);
    return resolved;
}

/* list(path): string[] | string */
static JSValue js_list(JSContext *ctx, JSValueConst this_val, int argc, JSValueConst *argv)
{
    char *path = word_of(ctx, argv[0]);
    list all = { ctx, JS_UNDEFINED, 0, 0 };
    int result;

    if (!path)
        return JS_EXCEPTION;
    all.array = JS_NewArray(ctx);
    result = os_list(path, list_add, &all);
    js_free(ctx, path);
    if (result == 0)
        return all.array;
    JS_FreeValue(ctx, all.array);
    return outcome(ctx, result);
}

/* unlink(path), mkdir(path, mode), open(path, flags, mode): number | string */
static JSValue js_on_path(JSContext *ctx, JSValueConst this_val, int argc, JSValueConst *argv, int magic)
{
    char *path = word_of(ctx, argv[0]);
    int result;

    if (!path)
        return JS_EXCEPTION;
    result = magic == 0 ? os_unlink(path)
        : magic == 1 ? os_mkdir(path, number_of(ctx, argv[1]))
        : os_open(path, number_of(ctx, argv[1]), number_of(ctx, argv[2]));
    js_free(ctx, path);
    return outcome(ctx, result);
}

/* rename(from, to): number | string */
static JSValue js_rename(JSContext *ctx, JSValueConst this_val, int argc, JSValueConst *argv)
{
    char *from = word_of(ctx, argv[0]), *to = from ? word_of(ctx, argv[1]) : NULL;
    JSValue result = to ? outcome(ctx, os_rename(from, to)) : JS_EXCEPTION;

    js_free(ctx, from);
    js_free(ctx, to);
    return result;
}

/* close(fd), sync(fd), truncate(fd, size), seek(fd, offset): number | string */
static JSValue js_on_fd(JSContext *ctx, JSValueConst this_val, int argc, JSValueConst *argv, int magic)
{
    int fd = number_of(ctx, argv[0]);
    double number = 0;

    if (magic >= 2)
        JS_ToFloat64(ctx, &number, argv[1]);
    return outcome(ctx, magic == 0 ? os_close(fd)
                       : magic == 1 ? os_sync(fd)
                       : magic == 2 ? os_truncate(fd, number)
                       : os_seek(fd, number));
}

/* read(fd, at most): ArrayBuffer | string; an empty one is the end */
static JSValue js_read(JSContext *ctx, JSValueConst this_val, int argc, JSValueConst *argv)
{
    int most = number_of(ctx, argv[1]);
    uint8_t *bytes, *fitting;
    long got;

    if (most <= 0)
        return JS_NewArrayBufferCopy(ctx, NULL, 0);
    bytes = js_malloc(ctx, (size_t)most);
    if (!bytes)
        return JS_EXCEPTION;
    got = os_read(number_of(ctx, argv[0]), bytes, (size_t)most);
    if (got < 0) {
        js_free(ctx, bytes);
        return outcome(ctx, got);
    }
    fitting = js_realloc(ctx, bytes, got > 0 ? (size_t)got : 1);
    return JS_NewArrayBuffer(ctx, fitting ? fitting : bytes, (size_t)got, release, NULL, 0);
}

/* write(fd, bytes: ArrayBuffer, from): number | string */
static JSValue js_write(JSContext *ctx, JSValueConst this_val, int argc, JSValueConst *argv)
{
    size_t length;
    uint8_t *bytes = JS_GetArrayBuffer(ctx, &length, argv[1]);
    double from = 0;

    if (!bytes && length == 0)
        return JS_NewInt32(ctx, 0);
    if (!bytes || JS_ToFloat64(ctx, &from, argv[2]) < 0)
        return JS_EXCEPTION;
    if (!(from >= 0 && from <= (double)length))
        return JS_ThrowRangeError(ctx, "outside of the bytes");
    return outcome(ctx, os_write(number_of(ctx, argv[0]), bytes + (size_t)from, length - (size_t)from));
}

/* --- programs ------------------------------------------------------------ */

static uint32_t length_of(JSContext *ctx, JSValueConst array)
{
    JSValue value = JS_GetPropertyStr(ctx, array, "length");
    uint32_t length = 0;

    JS_ToUint32(ctx, &length, value);
    JS_FreeValue(ctx, value);
    return length;
}

static void words_free(JSContext *ctx, char **words)
{
    char **word;

    for (word = words; word && *word; word++)
        js_free(ctx, *word);
    js_free(ctx, words);
}

/* The strings of an array, ended by NULL; NULL with an exception. */
static char **words_of(JSContext *ctx, JSValueConst array)
{
    uint32_t count = length_of(ctx, array), i;
    char **words = js_mallocz(ctx, ((size_t)count + 1) * sizeof *words);

    for (i = 0; words && i < count; i++) {
        JSValue value = JS_GetPropertyUint32(ctx, array, i);
        words[i] = word_of(ctx, value);
        JS_FreeValue(ctx, value);
        if (!words[i]) {
            words_free(ctx, words);
            return NULL;
        }
    }
    return words;
}

/* spawn(argv, env, cwd, withInput): [pid, in, out, err] | string */
static JSValue js_spawn(JSContext *ctx, JSValueConst this_val, int argc, JSValueConst *argv)
{
    char **words = words_of(ctx, argv[0]), **env = words ? words_of(ctx, argv[1]) : NULL;
    char *cwd = env ? word_of(ctx, argv[2]) : NULL;
    JSValue result = JS_EXCEPTION;
    os_child child;
    int error;

    if (cwd && !words[0]) {
        result = JS_NewString(ctx, "ENOENT");
    } else if (cwd) {
        error = os_spawn(words, env, cwd, JS_ToBool(ctx, argv[3]), &child);
        if (error < 0) {
            result = outcome(ctx, error);
        } else {
            const double fields[] = { (double)child.pid, child.in, child.out, child.err };
            int i;
            result = JS_NewArray(ctx);
            for (i = 0; i < countof(fields); i++)
                JS_SetPropertyUint32(ctx, result, (uint32_t)i, JS_NewFloat64(ctx, fields[i]));
        }
    }
    js_free(ctx, cwd);
    words_free(ctx, env);
    words_free(ctx, words);
    return result;
}

/* wait(pid): undefined while it runs, then [code, signal] */
static JSValue js_wait(JSContext *ctx, JSValueConst this_val, int argc, JSValueConst *argv)
{
    int64_t pid = 0, code;
    int by_signal;
    JSValue both;

    if (JS_ToInt64(ctx, &pid, argv[0]) < 0)
        return JS_EXCEPTION;
    if (!os_wait(pid, &code, &by_signal))
        return JS_UNDEFINED;
    both = JS_NewArray(ctx);
    JS_SetPropertyUint32(ctx, both, 0, JS_NewInt64(ctx, code));
    JS_SetPropertyUint32(ctx, both, 1, JS_NewInt32(ctx, by_signal));
    return both;
}

/* kill(pid, group: boolean): number | string */
static JSValue js_kill(JSContext *ctx, JSValueConst this_val, int argc, JSValueConst *argv)
{
    int64_t pid = 0;

    if (JS_ToInt64(ctx, &pid, argv[0]) < 0)
        return JS_EXCEPTION;
    return outcome(ctx, os_kill(pid, JS_ToBool(ctx, argv[1])));
}

static int *fds_of(JSContext *ctx, JSValueConst array, int *count)
{
    uint32_t length = length_of(ctx, array), i;
    int *fds = length < 10000 ? js_malloc(ctx, (length + 1) * sizeof *fds) : NULL;

    for (i = 0; fds && i < length; i++) {
        JSValue value = JS_GetPropertyUint32(ctx, array, i);
        fds[i] = number_of(ctx, value);
        JS_FreeValue(ctx, value);
    }
    *count = (int)length;
    return fds;
}

/* poll(reads, writes, ms): the descriptors that are ready */
static JSValue js_poll(JSContext *ctx, JSValueConst this_val, int argc, JSValueConst *argv)
{
    int nreads = 0, nwrites = 0, i;
    int *reads = fds_of(ctx, argv[0], &nreads), *writes = fds_of(ctx, argv[1], &nwrites);
    char *ready = js_mallocz(ctx, (size_t)nreads + (size_t)nwrites + 1);
    JSValue result = JS_EXCEPTION;
    uint32_t count = 0;

    if (reads && writes && ready) {
        os_poll(reads, nreads, writes, nwrites, number_of(ctx, argv[2]), ready);
        result = JS_NewArray(ctx);
        for (i = 0; i < nreads + nwrites; i++) {
            if (ready[i])
                JS_SetPropertyUint32(ctx, result, count++,
                                     JS_NewInt32(ctx, i < nreads ? reads[i] : writes[i - nreads]));
        }
    }
    js_free(ctx, reads);
    js_free(ctx, writes);
    js_free(ctx, ready);
    return result;
}

/* signals(on): the descriptor to read them from; -1: there are none here */
static JSValue js_signals(JSContext *ctx, JSValueConst this_val, int argc, JSValueConst *argv)
{
    return JS_NewInt32(ctx, os_signals(JS_ToBool(ctx, argv[0])));
}

/* die(signal) */
static JSValue js_die(JSContext *ctx, JSValueConst this_val, int argc, JSValueConst *argv)
{
    os_die(number_of(ctx, argv[0]));
    return JS_UNDEFINED;
}

/* detach(argv, cwd): number | string */
static JSValue js_detach(JSContext *ctx, JSValueConst this_val, int argc, JSValueConst *argv)
{
    char **words = words_of(ctx, argv[0]), *cwd = words ? word_of(ctx, argv[1]) : NULL;
    JSValue result = JS_EXCEPTION;

    if (cwd)
        result = words[0] ? outcome(ctx, os_detach(words, cwd)) : JS_NewString(ctx, "ENOENT");
    js_free(ctx, cwd);
    words_free(ctx, words);
    return result;
}

/* become(argv): only comes back with the name of an error */
static JSValue js_become(JSContext *ctx, JSValueConst this_val, int argc, JSValueConst *argv)
{
    char **words = words_of(ctx, argv[0]);
    JSValue result;

    if (!words)
        return JS_EXCEPTION;
    result = words[0] ? outcome(ctx, os_become(words)) : JS_NewString(ctx, "ENOENT");
    words_free(ctx, words);
    return result;
}

static const JSCFunctionListEntry functions[] = {
    JS_CFUNC_DEF("decode", 3, js_decode),
    JS_CFUNC_DEF("encode", 1, js_encode),
    JS_CFUNC_DEF("sha256", 1, js_sha256),
    JS_CFUNC_DEF("arguments", 0, js_arguments),
    JS_CFUNC_DEF("env", 1, js_env),
    JS_CFUNC_DEF("envNames", 0, js_env_names),
    JS_CFUNC_DEF("cwd", 0, js_cwd),
    JS_CFUNC_DEF("account", 0, js_account),
    JS_CFUNC_DEF("pid", 0, js_pid),
    JS_CFUNC_MAGIC_DEF("isTerminal", 1, js_fd_is, 0),
    JS_CFUNC_MAGIC_DEF("mayWait", 1, js_fd_is, 1),
    JS_CFUNC_DEF("exitCode", 1, js_exit_code),
    JS_CFUNC_DEF("load", 1, js_load),
    JS_CFUNC_MAGIC_DEF("onTurn", 1, js_on, 0),
    JS_CFUNC_MAGIC_DEF("onCrash", 1, js_on, 1),
    JS_CFUNC_MAGIC_DEF("onStart", 1, js_on, 2),
    JS_CFUNC_MAGIC_DEF("stat", 1, js_info, 0),
    JS_CFUNC_MAGIC_DEF("lstat", 1, js_info, 1),
    JS_CFUNC_MAGIC_DEF("fstat", 1, js_info, 2),
    JS_CFUNC_MAGIC_DEF("realpath", 1, js_resolved, 0),
    JS_CFUNC_MAGIC_DEF("readLink", 1, js_resolved, 1),
    JS_CFUNC_DEF("list", 1, js_list),
    JS_CFUNC_MAGIC_DEF("unlink", 1, js_on_path, 0),
    JS_CFUNC_MAGIC_DEF("mkdir", 2, js_on_path, 1),
    JS_CFUNC_MAGIC_DEF("open", 3, js_on_path, 2),
    JS_CFUNC_DEF("rename", 2, js_rename),
    JS_CFUNC_MAGIC_DEF("close", 1, js_on_fd, 0),
    JS_CFUNC_MAGIC_DEF("sync", 1, js_on_fd, 1),
    JS_CFUNC_MAGIC_DEF("truncate", 2, js_on_fd, 2),
    JS_CFUNC_MAGIC_DEF("seek", 2, js_on_fd, 3),
    JS_CFUNC_DEF("read", 2, js_read),
    JS_CFUNC_DEF("write", 3, js_write),
    JS_CFUNC_DEF("spawn", 4, js_spawn),
    JS_CFUNC_DEF("wait", 1, js_wait),
    JS_CFUNC_DEF("kill", 2, js_kill),
    JS_CFUNC_DEF("poll", 3, js_poll),
    JS_CFUNC_DEF("signals", 1, js_signals),
    JS_CFUNC_DEF("die", 1, js_die),
    JS_CFUNC_DEF("detach", 2, js_detach),
    JS_CFUNC_DEF("become", 1, js_become),
};

int glue_install(JSContext *ctx)
{
    JSValue global = JS_GetGlobalObject(ctx), native = JS_NewObject(ctx);
    int result;

    JS_SetPropertyFunctionList(ctx, native, functions, countof(functions));
    JS_SetPropertyStr(ctx, native, "platform", JS_NewString(ctx, os_platform));
    result = JS_SetPropertyStr(ctx, global, "hookboxNative", native);
    JS_FreeValue(ctx, global);
    return result < 0 ? -1 : 0;
}

/* The program: the engine, the built-in modules, and the loop around them. */
#include "glue.h"
#include "heap.h"
#include "os.h"
#include "parts.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_REJECTIONS 64

/* Rejected promises that nobody handles yet. */
static struct {
    JSValue promise, reason;
} rejected[MAX_REJECTIONS];
static int rejections;

static void on_rejection(JSContext *ctx, JSValueConst promise, JSValueConst reason, JS_BOOL handled, void *opaque)
{
    int i;

    if (!handled) {
        if (rejections == MAX_REJECTIONS)
            return; /* the others are enough to refuse for */
        rejected[rejections].promise = JS_DupValue(ctx, promise);
        rejected[rejections++].reason = JS_DupValue(ctx, reason);
        return;
    }
    for (i = 0; i < rejections; i++) {
        if (JS_VALUE_GET_PTR(rejected[i].promise) == JS_VALUE_GET_PTR(promise)) {
            JS_FreeValue(ctx, rejected[i].promise);
            JS_FreeValue(ctx, rejected[i].reason);
            rejected[i] = rejected[--rejections];
            return;
        }
    }
}

/* What can't be said by the program itself, since it does not run. */
static void complain(JSContext *ctx)
{
    JSValue error = JS_GetException(ctx);
    const char *text = JS_ToCString(ctx, error);

    fprintf(stderr, "hookbox: an unexpected error (%s), so it refuses\n", text ? text : "out of memory");
    JS_FreeCString(ctx, text);
    JS_FreeValue(ctx, error);
}

static void crash(JSContext *ctx, JSValueConst reason)
{
    JSValue result;

    if (!JS_IsFunction(ctx, glue_crash)) {
        JS_Throw(ctx, JS_DupValue(ctx, reason));
        complain(ctx);
        return;
    }
    result = JS_Call(ctx, glue_crash, JS_UNDEFINED, 1, &reason);
    if (JS_IsException(result))
        complain(ctx);
    JS_FreeValue(ctx, result);
}

static void crash_with_exception(JSContext *ctx)
{
    JSValue error = JS_GetException(ctx);

    crash(ctx, error);
    JS_FreeValue(ctx, error);
}

static void run_jobs(JSContext *ctx)
{
    JSContext *of;
    int result;

    while ((result = JS_ExecutePendingJob(JS_GetRuntime(ctx), &of)) != 0) {
        if (result < 0)
            crash_with_exception(of);
    }
    while (rejections > 0) {
        rejections--;
        crash(ctx, rejected[rejections].reason);
        JS_FreeValue(ctx, rejected[rejections].promise);
        JS_FreeValue(ctx, rejected[rejections].reason);
    }
}

/* Jobs, then whatever is waited for, until nothing is left. */
static void loop(JSContext *ctx)
{
    for (;;) {
        JSValue more;
        int goes_on;

        run_jobs(ctx);
        if (!JS_IsFunction(ctx, glue_turn))
            return;
        more = JS_Call(ctx, glue_turn, JS_UNDEFINED, 0, NULL);
        goes_on = JS_IsException(more) ? -1 : JS_ToBool(ctx, more);
        JS_FreeValue(ctx, more);
        if (goes_on < 0) {
            crash_with_exception(ctx);
            return;
        }
        if (!goes_on && !JS_IsJobPending(JS_GetRuntime(ctx)))
            return;
    }
}

static JSContext *make_engine(void)
{
    JSRuntime *rt = JS_NewRuntime2(&heap_functions, NULL);
    JSContext *ctx = rt ? JS_NewContextRaw(rt) : NULL;

    if (!ctx)
        return NULL;
    /* No eval: nothing that comes in is ever run as code, and the compiler is left out. */
    JS_AddIntrinsicBaseObjects(ctx);
    JS_AddIntrinsicDate(ctx);
    JS_AddIntrinsicStringNormalize(ctx);
    JS_AddIntrinsicRegExpCompiler(ctx);
    JS_AddIntrinsicRegExp(ctx);
    JS_AddIntrinsicJSON(ctx);
    JS_AddIntrinsicProxy(ctx);
    JS_AddIntrinsicMapSet(ctx);
    JS_AddIntrinsicTypedArrays(ctx);
    JS_AddIntrinsicPromise(ctx);
    JS_AddIntrinsicWeakRef(ctx);
    JS_SetModuleLoaderFunc(rt, parts_name, parts_load, NULL);
    JS_SetHostPromiseRejectionTracker(rt, on_rejection, NULL);
    return glue_install(ctx) < 0 ? NULL : ctx;
}

int main(int argc, char **argv)
{
    JSContext *ctx;
    JSValue result;

    os_start();
    glue_command_line(argc, argv);
    ctx = make_engine();
    if (!ctx) {
        fputs("hookbox: out of memory, so it refuses\n", stderr);
        return 2;
    }
    /* Text that is nested deeply is read as far as Node reads it. */
    JS_SetMaxStackSize(JS_GetRuntime(ctx), os_stack());
    /* A call is over before it pays to look for garbage. */
    JS_SetGCThreshold(JS_GetRuntime(ctx), 64 << 20);
    result = parts_run(ctx, "main.js");
    if (JS_IsException(result)) {
        complain(ctx);
        return 2;
    }
    JS_FreeValue(ctx, result);
    loop(ctx);
    /* The system takes the memory back faster. */
    return glue_exit_code;
}

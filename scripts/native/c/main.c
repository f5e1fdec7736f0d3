/* The program: the engine, the built-in modules, and the loop around them. */
#include "glue.h"
#include "heap.h"
#include "image.h"
#include "layout.h"
#include "os.h"
#include "parts.h"
#include "profile.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef HEAP_IMAGE
#include <signal.h>
#include <sys/time.h>
#include <time.h>
#endif

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
#ifdef HEAP_MALLOC /* so that a watcher sees every block */
    JSRuntime *rt = JS_NewRuntime();
#else
    JSRuntime *rt = JS_NewRuntime2(&heap_functions, NULL);
#endif
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

/* The engine with the program loaded; made here, or found in the image. */
IMAGE static JSContext *loaded = NULL;

#ifdef HEAP_IMAGE
/*
 * The clock stands while an image is made, so that two builds are the same: the engine takes the
 * seed of Math.random from it, which no hook may use for that reason (src/host/quickjs-text.ts).
 */
static int making;

#define FIXED_STACK (8 << 20)

int gettimeofday(struct timeval *now, void *zone)
{
    struct timespec time = { 0, 0 };

#ifdef HEAP_PROFILE
    /* What a watched call does must not depend on how long it takes. */
    static long looks;
    time.tv_sec = 2000000000 + looks / 1000;
    time.tv_nsec = looks++ % 1000 * 1000000;
#else
    if (!making)
        clock_gettime(CLOCK_REALTIME, &time);
#endif
    now->tv_sec = time.tv_sec;
    now->tv_usec = time.tv_nsec / 1000;
    return 0;
}
#endif

#ifdef HEAP_IMAGE
#define NAMES 7600 /* more than are loaded, by SPARE */
#define SHAPES 1200
#define PROTOTYPES 32
#define SPARE 500

/*
 * Makes the engine's tables of names and of objects' shapes as large as they have to be, before
 * anything is loaded. When one of them has to grow all of its entries are written to, so that
 * every page of the image would be copied; and what it leaves behind would be a hole in it.
 */
static void make_room(JSContext *ctx)
{
    JSValue all = JS_NewArray(ctx);
    char name[32];
    uint32_t i, count = 0;

    for (i = 0; i < NAMES; i++) {
        JSValue object = i < SHAPES ? JS_NewObject(ctx) : all;
        snprintf(name, sizeof name, "room for a name %u", i);
        JS_SetPropertyStr(ctx, object, name, JS_UNDEFINED);
        if (i < SHAPES)
            JS_SetPropertyUint32(ctx, all, count++, object);
    }
    /* The table of shapes grows, one step at a time, for the first object of a prototype. */
    for (i = 0; i < PROTOTYPES; i++) {
        JSValue prototype = JS_NewObject(ctx);
        JS_SetPropertyUint32(ctx, all, count++, JS_NewObjectProto(ctx, prototype));
        JS_FreeValue(ctx, prototype);
    }
    JS_FreeValue(ctx, all);
}

/* False with a message when what was loaded took the room. */
static int has_room(JSContext *ctx)
{
    JSMemoryUsage usage;

    JS_ComputeMemoryUsage(JS_GetRuntime(ctx), &usage);
    if (usage.atom_count + SPARE <= NAMES && usage.shape_count + SPARE <= SHAPES)
        return 1;
    fprintf(stderr, "hookbox: %lld names and %lld shapes are loaded, which leaves no room: NAMES, SHAPES in main.c\n",
            (long long)usage.atom_count, (long long)usage.shape_count);
    return 0;
}
#endif

/* 0, or the exit code when it can't be. */
static int load(void)
{
    JSValue result;

    loaded = make_engine();
    if (!loaded) {
        fputs("hookbox: out of memory, so it refuses\n", stderr);
        return 2;
    }
#ifdef HEAP_IMAGE
    JS_SetMaxStackSize(JS_GetRuntime(loaded), FIXED_STACK / 2);
    make_room(loaded);
#else
    JS_SetMaxStackSize(JS_GetRuntime(loaded), os_stack());
#endif
    result = parts_run(loaded, "main.js");
    if (JS_IsException(result)) {
        complain(loaded);
        return 2;
    }
    JS_FreeValue(loaded, result);
    run_jobs(loaded);
    return 0;
}

#ifdef HEAP_IMAGE
/* The engine makes some objects when they are first asked for, which most calls do. */
static void make_lazy_objects(JSContext *ctx)
{
    JSValue global = JS_GetGlobalObject(ctx);

    JS_FreeValue(ctx, JS_GetPropertyStr(ctx, global, "Math"));
    JS_FreeValue(ctx, global);
}

/* Loads the program as it is to be in the image. */
static int load_image(const char *ahead)
{
    making = 1;
    layout_holds = 1;
    if (parts_ahead(ahead) < 0 || load() != 0)
        return -1;
    make_lazy_objects(loaded);
    if (!has_room(loaded))
        return -1;
    layout_holds = 0;
    making = 0;
    return 0;
}
#endif

#ifdef HEAP_PROFILE
#define WATCHED 4
static const char *watched;

/* AHEAD BLOCKS REGION NAME ...: a call of the hook NAME, whose writes are noted in the file BLOCKS. */
static int watch(int argc, char **argv)
{
    if (argc <= WATCHED || load_image(argv[1]) < 0)
        return -1;
    watched = argv[2];
    return layout_watch(watched) < 0 || profile_start(atoi(argv[3])) < 0 ? -1 : 0;
}
#elif defined(HEAP_IMAGE)
/*
 * What is not filled in a value of the engine holds what was on the stack, addresses of it among
 * others. So the program is loaded on a stack that is in the same place each time: a signal's.
 */
static _Alignas(16) uint8_t fixed_stack[FIXED_STACK];
static const char *ahead;
static int failed;

static void load_on_fixed_stack(int signal_number)
{
    failed = load_image(ahead);
}

static int load_the_same(const char *file)
{
    stack_t stack = { .ss_sp = fixed_stack, .ss_size = sizeof fixed_stack };
    struct sigaction load_it = { .sa_handler = load_on_fixed_stack, .sa_flags = SA_ONSTACK };

    ahead = file;
    if (sigaltstack(&stack, NULL) < 0 || sigaction(SIGUSR1, &load_it, NULL) < 0 || raise(SIGUSR1) != 0)
        return -1;
    return failed;
}

/*
 * Not yet the program that people get: AHEAD BLOCKS [OUTPUT]. Without OUTPUT it says how large
 * the regions have to be.
 */
static int make_image(int argc, char **argv)
{
    if (argc < 3 || layout_read(argv[2]) < 0 || load_the_same(argv[1]) < 0)
        return 64;
    if (argc == 3)
        return printf("%zu %zu %zu\n", layout_used(LAYOUT_HOT), layout_used(LAYOUT_WARM), layout_used(LAYOUT_COLD)) < 0;
    if (layout_is_whole())
        return image_write(argv[3]);
    fprintf(stderr, "hookbox: what is loaded does not fit into the image, or is not what was watched\n");
    return 1;
}
#endif

int main(int argc, char **argv)
{
    JSValue result;

    os_start();
#ifdef HEAP_PROFILE
    if (watch(argc, argv) != 0)
        return 64;
    argc -= WATCHED;
    argv += WATCHED;
#elif defined(HEAP_IMAGE)
    if (!loaded)
        return make_image(argc, argv);
    JS_UpdateStackTop(JS_GetRuntime(loaded));
#else
    if (load() != 0)
        return 2;
#endif
    os_arguments(&argc, &argv);
    glue_command_line(argc, argv);
    /* Text that is nested deeply is read as far as Node reads it. */
    JS_SetMaxStackSize(JS_GetRuntime(loaded), os_stack());
    /* A call is over before it pays to look for garbage. */
    JS_SetGCThreshold(JS_GetRuntime(loaded), 64 << 20);
    result = JS_Call(loaded, glue_start, JS_UNDEFINED, 0, NULL);
    if (JS_IsException(result)) {
        complain(loaded);
        return 2;
    }
    JS_FreeValue(loaded, result);
    loop(loaded);
#ifdef HEAP_PROFILE
    return layout_write(watched) < 0 ? 64 : 0;
#endif
    /* The system takes the memory back faster. */
    return glue_exit_code;
}

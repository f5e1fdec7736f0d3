/* What the TypeScript of src/host/quickjs*.ts sees of the system: an object of functions. */
#ifndef HOOKBOX_GLUE_H
#define HOOKBOX_GLUE_H
#include "quickjs.h"

/* Puts the object into the global `hookboxNative`. */
int glue_install(JSContext *ctx);

/* Filled in by the program through the object. */
extern int glue_exit_code;
/* Called when everything is loaded: the work of this process. */
extern JSValue glue_start;
/* Called when no job is left: returns false when nothing is waited for any more. */
extern JSValue glue_turn;
/* Called with the reason of a rejection that nobody handles. */
extern JSValue glue_crash;

/* The command line, for `arguments()`. */
void glue_command_line(int argc, char **argv);

#endif

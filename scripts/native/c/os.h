/*
 * The operating system, one file per family (os-posix.c, os-windows.c). Paths
 * and texts are UTF-8. A function that can fail returns 0 or more when it did
 * its work, and minus an errno when not.
 */
#ifndef HOOKBOX_OS_H
#define HOOKBOX_OS_H
#include <stddef.h>
#include <stdint.h>

enum { OS_FILE, OS_DIRECTORY, OS_LINK, OS_OTHER };

typedef struct {
    int kind;
    int mode; /* permission bits */
    double size;
    double modified; /* milliseconds since the epoch */
    double device;
    double inode;
} os_info;

/* How a file is opened; together with OS_READ, OS_WRITE or both. */
enum {
    OS_READ = 1,
    OS_WRITE = 2,
    OS_APPEND = 4,
    OS_CREATE = 8,
    OS_NEW = 16,       /* it must not be there yet */
    OS_NO_FOLLOW = 32, /* a symbolic link in its place is refused */
};

typedef struct {
    int64_t pid;
    int in, out, err; /* our ends of the pipes; in is -1 when there is none */
} os_child;

extern const char os_platform[];

/* Before all else: descriptors 0 to 2 are there, a closed reader is no signal. */
void os_start(void);
/* Bytes of the stack that the engine may use; makes it as large as it can be. */
size_t os_stack(void);

/*
 * Puts the command line in place of what main() was given. On Windows it is one text, to be taken
 * apart by the caller (src/process/windows-command-line.ts).
 */
void os_arguments(int *argc, char ***argv);

/* Calls `each` with every NAME=value of the environment. */
void os_environment(void (*each)(void *opaque, const char *entry), void *opaque);
/* Strings made with malloc, or NULL. */
char *os_variable(const char *name);
char *os_cwd(void);
char *os_realpath(const char *path);
char *os_readlink(const char *path);
/* The name and the home directory that the system's user has; 0 or -errno. */
int os_account(char **name, char **home);

int os_info_of(const char *path, int follow, os_info *info);
int os_info_of_fd(int fd, os_info *info);
int os_list(const char *path, void (*each)(void *opaque, const char *name), void *opaque);
int os_rename(const char *from, const char *to);
int os_unlink(const char *path);
int os_mkdir(const char *path, int mode);

int os_open(const char *path, int flags, int mode);
int os_close(int fd);
long os_read(int fd, void *bytes, size_t length);
/* Goes to an offset from the start. */
int os_seek(int fd, double offset);
long os_write(int fd, const void *bytes, size_t length);
int os_truncate(int fd, double size);
int os_sync(int fd);
int os_is_terminal(int fd);
/* 1: reading may wait for somebody (a pipe, a socket); 0: it does not. */
int os_may_wait(int fd);

/*
 * Starts a program in a session of its own; env is NAME=value, ended by NULL.
 * No shell is involved but for a script without an interpreter line. On Windows, here and
 * below, argv is the program's absolute path and its whole command line.
 */
int os_spawn(char *const argv[], char *const env[], const char *cwd, int with_input, os_child *child);
/* Starts a program that outlives us, in a session of its own, without input and output. */
int os_detach(char *const argv[], const char *cwd);
/* 1: it ended, with its exit code or signal; 0: it runs. */
int os_wait(int64_t pid, int64_t *code, int *signal);
/* Ends a process, or with `group` all of its group. */
int os_kill(int64_t pid, int group);

/*
 * Waits until one of the descriptors can be read (or has ended), one of the
 * others be written, or `ms` are over; ms below 0 waits for ever. ready[] is
 * set to 1 for those that are. Returns how many.
 */
int os_poll(const int *reads, int nreads, const int *writes, int nwrites, int ms, char *ready);
/*
 * While `on`, signals are bytes that can be read from the descriptor this
 * returns; -1 where there are none. Children that end count as one.
 */
int os_signals(int on);
/* Dies by a signal, as if it had never been caught. */
void os_die(int signal);
int os_pid(void);
/* Becomes another program. Returns -errno when it can't. */
int os_become(char *const argv[]);

/* The name of an errno, such as ENOENT. */
const char *os_error_name(int error);

#endif

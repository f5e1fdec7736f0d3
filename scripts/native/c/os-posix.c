/* Linux and macOS. */
#include "os.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pwd.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

#ifdef __APPLE__
const char os_platform[] = "darwin";
#define MODIFIED st_mtimespec
#else
const char os_platform[] = "linux";
#define MODIFIED st_mtim
#endif

static int signal_pipe[2] = { -1, -1 };
static const int ENDING[] = { SIGTERM, SIGINT, SIGHUP };

#define STACK (64 << 20)
static struct rlimit stack_before;
static int stack_raised;

void os_start(void)
{
    int fd;

    /* Otherwise the first file that is opened would become the output. */
    for (fd = 0; fd <= 2; fd++) {
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF && open("/dev/null", O_RDWR) != fd)
            abort();
    }
    signal(SIGPIPE, SIG_IGN);
}

void os_arguments(int *argc, char ***argv)
{
}

size_t os_stack(void)
{
    struct rlimit limit;
    rlim_t usable;

    if (getrlimit(RLIMIT_STACK, &limit) < 0)
        return 1 << 20;
#ifdef __linux__
    /* The stack grows when it is used: the limit counts then, and not at the start. */
    if (limit.rlim_cur < STACK && limit.rlim_max >= STACK) {
        stack_before = limit;
        limit.rlim_cur = STACK;
        stack_raised = setrlimit(RLIMIT_STACK, &limit) == 0;
        if (!stack_raised)
            limit = stack_before;
    }
#endif
    usable = limit.rlim_cur > STACK ? STACK : limit.rlim_cur;
    return (size_t)usable / 8 * 7;
}

/* What we start has the limit that we had. */
static void restore_stack(void)
{
    if (stack_raised)
        setrlimit(RLIMIT_STACK, &stack_before);
}

void os_environment(void (*each)(void *opaque, const char *entry), void *opaque)
{
    char **entry;

    for (entry = environ; entry && *entry; entry++)
        each(opaque, *entry);
}

static char *copy(const char *text)
{
    return text ? strdup(text) : NULL;
}

char *os_variable(const char *name)
{
    return copy(getenv(name));
}

char *os_cwd(void)
{
    return getcwd(NULL, 0);
}

char *os_realpath(const char *path)
{
    return realpath(path, NULL);
}

char *os_readlink(const char *path)
{
    char text[PATH_MAX + 1];
    ssize_t length = readlink(path, text, sizeof text - 1);

    if (length < 0)
        return NULL;
    text[length] = 0;
    return strdup(text);
}

int os_account(char **name, char **home)
{
    struct passwd *entry = getpwuid(geteuid());

    if (!entry)
        return -ENOENT;
    *name = copy(entry->pw_name);
    *home = copy(entry->pw_dir);
    return 0;
}

static int told(const struct stat *st, os_info *info)
{
    info->kind = S_ISREG(st->st_mode) ? OS_FILE
        : S_ISDIR(st->st_mode) ? OS_DIRECTORY
        : S_ISLNK(st->st_mode) ? OS_LINK
        : OS_OTHER;
    info->mode = st->st_mode & 07777;
    info->size = (double)st->st_size;
    info->modified = (double)st->MODIFIED.tv_sec * 1000 + (double)st->MODIFIED.tv_nsec / 1e6;
    info->device = (double)st->st_dev;
    info->inode = (double)st->st_ino;
    return 0;
}

int os_info_of(const char *path, int follow, os_info *info)
{
    struct stat st;

    if ((follow ? stat(path, &st) : lstat(path, &st)) < 0)
        return -errno;
    return told(&st, info);
}

int os_info_of_fd(int fd, os_info *info)
{
    struct stat st;

    if (fstat(fd, &st) < 0)
        return -errno;
    return told(&st, info);
}

int os_list(const char *path, void (*each)(void *opaque, const char *name), void *opaque)
{
    DIR *directory = opendir(path);
    struct dirent *entry;
    int error;

    if (!directory)
        return -errno;
    for (errno = 0; (entry = readdir(directory)); errno = 0) {
        if (strcmp(entry->d_name, ".") && strcmp(entry->d_name, ".."))
            each(opaque, entry->d_name);
    }
    error = errno;
    closedir(directory);
    return -error;
}

int os_rename(const char *from, const char *to)
{
    return rename(from, to) < 0 ? -errno : 0;
}

int os_unlink(const char *path)
{
    return unlink(path) < 0 ? -errno : 0;
}

int os_mkdir(const char *path, int mode)
{
    return mkdir(path, (mode_t)mode) < 0 ? -errno : 0;
}

int os_open(const char *path, int flags, int mode)
{
    /* Non-blocking, so that a pipe in the file's place can't hold us. */
    int how = O_CLOEXEC | O_NONBLOCK | O_NOCTTY, fd;

    how |= (flags & OS_READ) && (flags & OS_WRITE) ? O_RDWR : flags & OS_WRITE ? O_WRONLY : O_RDONLY;
    if (flags & OS_APPEND)
        how |= O_APPEND;
    if (flags & OS_CREATE)
        how |= O_CREAT;
    if (flags & OS_NEW)
        how |= O_CREAT | O_EXCL;
    if (flags & OS_NO_FOLLOW)
        how |= O_NOFOLLOW;
    do
        fd = open(path, how, mode);
    while (fd < 0 && errno == EINTR);
    return fd < 0 ? -errno : fd;
}

int os_close(int fd)
{
    return close(fd) < 0 ? -errno : 0;
}

long os_read(int fd, void *bytes, size_t length)
{
    ssize_t got;

    do
        got = read(fd, bytes, length);
    while (got < 0 && errno == EINTR);
    return got < 0 ? -errno : (long)got;
}

int os_seek(int fd, double offset)
{
    return lseek(fd, (off_t)offset, SEEK_SET) < 0 ? -errno : 0;
}

long os_write(int fd, const void *bytes, size_t length)
{
    ssize_t done;

    do
        done = write(fd, bytes, length);
    while (done < 0 && errno == EINTR);
    return done < 0 ? -errno : (long)done;
}

int os_truncate(int fd, double size)
{
    return ftruncate(fd, (off_t)size) < 0 ? -errno : 0;
}

int os_sync(int fd)
{
    return fsync(fd) < 0 ? -errno : 0;
}

int os_is_terminal(int fd)
{
    return isatty(fd);
}

int os_may_wait(int fd)
{
    struct stat st;

    return fstat(fd, &st) == 0 && (S_ISFIFO(st.st_mode) || S_ISSOCK(st.st_mode));
}

/* --- programs ------------------------------------------------------------ */

/* In the child: as execvpe, with the search done in the child's own PATH. */
static int start_program(char *const argv[], char *const env[])
{
    const char *program = argv[0], *path = NULL, *end;
    char file[PATH_MAX];
    size_t length = strlen(program), folder;
    int i, error = ENOENT;

    if (length == 0 || length >= sizeof file / 2)
        return ENOENT;
    if (strchr(program, '/')) {
        execve(program, argv, env);
        if (errno != ENOEXEC)
            return errno;
        memcpy(file, program, length + 1);
        goto shell;
    }
    for (i = 0; env[i]; i++) {
        if (strncmp(env[i], "PATH=", 5) == 0)
            path = env[i] + 5;
    }
    for (path = path ? path : "/usr/local/bin:/bin:/usr/bin"; path; path = *end ? end + 1 : NULL) {
        end = strchr(path, ':');
        if (!end)
            end = path + strlen(path);
        folder = (size_t)(end - path);
        if (folder + length + 2 > sizeof file)
            continue;
        memcpy(file, path, folder);
        if (folder > 0)
            file[folder++] = '/';
        memcpy(file + folder, program, length + 1);
        execve(file, argv, env);
        if (errno == ENOEXEC)
            goto shell;
        if (errno == EACCES)
            error = EACCES;
        else if (errno != ENOENT && errno != ENOTDIR)
            return errno;
    }
    return error;
shell:
    {
        /* A script without an interpreter line is the shell's, as for every caller of execvp. */
        int count = 0;
        while (argv[count])
            count++;
        char *words[count + 2];
        words[0] = "/bin/sh";
        words[1] = file;
        for (i = 1; i <= count; i++)
            words[i + 1] = argv[i];
        execve(words[0], words, env);
        return errno;
    }
}

static void in_child(char *const argv[], char *const env[], const char *cwd, const int fds[3], int report)
{
    sigset_t none;
    int i, error;

    setsid();
    restore_stack();
    for (i = 1; i < NSIG; i++) {
        if (i != SIGKILL && i != SIGSTOP)
            signal(i, SIG_DFL);
    }
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    /* None of the three is 0 to 2 itself: those are there from the start. */
    for (i = 0; i < 3; i++) {
        if (dup2(fds[i], i) < 0)
            goto failed;
    }
    if (chdir(cwd) < 0)
        goto failed;
    errno = start_program(argv, env);
failed:
    error = errno;
    (void)!write(report, &error, sizeof error);
    _exit(127);
}

static int make_pipe(int fds[2])
{
#ifdef __linux__
    return pipe2(fds, O_CLOEXEC);
#else
    if (pipe(fds) < 0)
        return -1;
    fcntl(fds[0], F_SETFD, FD_CLOEXEC);
    fcntl(fds[1], F_SETFD, FD_CLOEXEC);
    return 0;
#endif
}

static void close_all(int *fds, int count)
{
    int i;

    for (i = 0; i < count; i++) {
        if (fds[i] >= 0)
            close(fds[i]);
        fds[i] = -1;
    }
}

int os_spawn(char *const argv[], char *const env[], const char *cwd, int with_input, os_child *child)
{
    /* in, out, err, report: each the child's end and ours. */
    int fds[8] = { -1, -1, -1, -1, -1, -1, -1, -1 };
    int error = 0, status, *report = fds + 6, ends[3];
    pid_t pid;

    if (with_input ? make_pipe(fds) < 0 : (fds[0] = open("/dev/null", O_RDONLY | O_CLOEXEC)) < 0)
        goto failed;
    if (make_pipe(fds + 2) < 0 || make_pipe(fds + 4) < 0 || make_pipe(report) < 0)
        goto failed;
    ends[0] = fds[0];
    ends[1] = fds[3];
    ends[2] = fds[5];
    pid = fork();
    if (pid < 0)
        goto failed;
    if (pid == 0)
        in_child(argv, env, cwd, ends, report[1]);
    close_all(fds, 1);
    close_all(fds + 3, 1);
    close_all(fds + 5, 1);
    close_all(report + 1, 1);
    if (os_read(report[0], &error, sizeof error) == sizeof error) {
        close_all(fds, 8);
        while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
            ;
        return -error;
    }
    close_all(report, 1);
    child->pid = pid;
    child->in = with_input ? fds[1] : -1;
    child->out = fds[2];
    child->err = fds[4];
    if (with_input)
        fcntl(child->in, F_SETFL, O_NONBLOCK);
    fcntl(child->out, F_SETFL, O_NONBLOCK);
    fcntl(child->err, F_SETFL, O_NONBLOCK);
    return 0;
failed:
    error = errno;
    close_all(fds, 8);
    return -error;
}

int os_detach(char *const argv[], const char *cwd)
{
    int nothing = open("/dev/null", O_RDWR | O_CLOEXEC), report[2] = { -1, -1 }, error = 0, status;
    pid_t pid = -1;

    if (nothing >= 0 && make_pipe(report) == 0)
        pid = fork();
    if (pid == 0) {
        const int ends[3] = { nothing, nothing, nothing };
        /* The one in between ends at once, so that nobody has to take the end of the other. */
        pid = fork();
        if (pid == 0)
            in_child(argv, environ, cwd, ends, report[1]);
        error = errno;
        if (pid < 0)
            (void)!write(report[1], &error, sizeof error);
        _exit(0);
    }
    if (pid < 0)
        error = errno;
    close_all(&nothing, 1);
    close_all(report + 1, 1);
    if (pid > 0) {
        while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
            ;
        if (os_read(report[0], &error, sizeof error) != sizeof error)
            error = 0;
    }
    close_all(report, 1);
    return -error;
}

int os_wait(int64_t pid, int64_t *code, int *by_signal)
{
    int status;
    pid_t got;

    do
        got = waitpid((pid_t)pid, &status, WNOHANG);
    while (got < 0 && errno == EINTR);
    if (got == 0)
        return 0;
    *code = got > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    *by_signal = got > 0 && WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    return 1;
}

int os_kill(int64_t pid, int group)
{
    /* Never everything (-1), our own group (0) or the first process. */
    if (pid <= 1)
        return -EINVAL;
    return kill(group ? (pid_t)-pid : (pid_t)pid, SIGKILL) < 0 ? -errno : 0;
}

int os_poll(const int *reads, int nreads, const int *writes, int nwrites, int ms, char *ready)
{
    int i, count = nreads + nwrites, found;
    struct pollfd *polled = malloc((size_t)(count + 1) * sizeof *polled);

    if (!polled)
        return -ENOMEM;
    for (i = 0; i < count; i++) {
        polled[i].fd = i < nreads ? reads[i] : writes[i - nreads];
        polled[i].events = i < nreads ? POLLIN : POLLOUT;
        polled[i].revents = 0;
    }
    found = poll(polled, (nfds_t)count, ms);
    for (i = 0; i < count; i++)
        ready[i] = found > 0 && polled[i].revents != 0;
    i = found < 0 && errno != EINTR ? -errno : found < 0 ? 0 : found;
    free(polled);
    return i;
}

static void on_signal(int number)
{
    int error = errno;
    unsigned char byte = (unsigned char)number;

    (void)!write(signal_pipe[1], &byte, 1);
    errno = error;
}

int os_signals(int on)
{
    struct sigaction action = { 0 };
    size_t i;

    if (on && signal_pipe[0] < 0) {
        if (make_pipe(signal_pipe) < 0)
            return -1;
        fcntl(signal_pipe[0], F_SETFL, O_NONBLOCK);
        fcntl(signal_pipe[1], F_SETFL, O_NONBLOCK);
    }
    action.sa_handler = on ? on_signal : SIG_DFL;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    sigaction(SIGCHLD, &action, NULL);
    for (i = 0; i < sizeof ENDING / sizeof *ENDING; i++)
        sigaction(ENDING[i], &action, NULL);
    return signal_pipe[0];
}

void os_die(int number)
{
    signal(number, SIG_DFL);
    kill(getpid(), number);
}

int os_pid(void)
{
#ifdef HEAP_PROFILE
    return 1; /* what a watched call does must not depend on it */
#else
    return (int)getpid();
#endif
}

int os_become(char *const argv[])
{
    signal(SIGPIPE, SIG_DFL);
    restore_stack();
    execv(argv[0], argv);
    return -errno;
}

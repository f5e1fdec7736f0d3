/*
 * Starts a program some times and says what it cost: measure RUNS INPUT-FILE EXIT BYTES PROGRAM ...
 * One line per run: wall-clock microseconds, CPU microseconds, kilobytes at most in memory. A run
 * that does not end with EXIT, or writes another number of BYTES to its output, is an error.
 */
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

static double micros(struct timeval time)
{
    return (double)time.tv_sec * 1e6 + (double)time.tv_usec;
}

/* One run; 0 when it went as expected. */
static int once(const char *input, int exit_code, long bytes, char **argv)
{
    posix_spawn_file_actions_t files;
    int out[2], status;
    char buffer[65536];
    struct rusage used;
    long got, total = 0;
    double start;
    pid_t pid;

    if (pipe(out) < 0)
        return 1;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, 0, input, O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&files, out[1], 1);
    posix_spawn_file_actions_addopen(&files, 2, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addclose(&files, out[0]);
    posix_spawn_file_actions_addclose(&files, out[1]);
    start = now();
    if (posix_spawn(&pid, argv[0], &files, NULL, argv, environ) != 0)
        return 1;
    close(out[1]);
    while ((got = read(out[0], buffer, sizeof buffer)) > 0)
        total += got;
    close(out[0]);
    if (wait4(pid, &status, 0, &used) < 0)
        return 1;
    printf("%.1f %.1f %ld\n", now() - start, micros(used.ru_utime) + micros(used.ru_stime), used.ru_maxrss);
    posix_spawn_file_actions_destroy(&files);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != exit_code || total != bytes) {
        fprintf(stderr, "exit %d and %ld bytes, expected %d and %ld\n", WEXITSTATUS(status), total, exit_code, bytes);
        return 1;
    }
    return 0;
}

int main(int argc, char **argv)
{
    int runs;

    if (argc < 6)
        return 64;
    for (runs = atoi(argv[1]); runs > 0; runs--) {
        if (once(argv[2], atoi(argv[3]), atol(argv[4]), argv + 5) != 0)
            return 1;
    }
    return 0;
}

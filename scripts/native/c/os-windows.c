/* Windows. Paths come as UTF-8 and are handed on as UTF-16. */
#include "os.h"
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#include <winioctl.h>
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const char os_platform[] = "win32";

/* --- text ---------------------------------------------------------------- */

static wchar_t *wide(const char *text)
{
    int length = MultiByteToWideChar(CP_UTF8, 0, text, -1, NULL, 0);
    wchar_t *made = length > 0 ? malloc((size_t)length * sizeof *made) : NULL;

    if (made)
        MultiByteToWideChar(CP_UTF8, 0, text, -1, made, length);
    return made;
}

static char *narrow(const wchar_t *text)
{
    int length = WideCharToMultiByte(CP_UTF8, 0, text, -1, NULL, 0, NULL, NULL);
    char *made = length > 0 ? malloc((size_t)length) : NULL;

    if (made)
        WideCharToMultiByte(CP_UTF8, 0, text, -1, made, length, NULL, NULL);
    return made;
}

static int error_of(DWORD error)
{
    switch (error) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_INVALID_NAME:
    case ERROR_BAD_PATHNAME:
    case ERROR_INVALID_DRIVE:
        return ENOENT;
    case ERROR_ACCESS_DENIED:
    case ERROR_PRIVILEGE_NOT_HELD:
        return EACCES;
    case ERROR_SHARING_VIOLATION:
    case ERROR_LOCK_VIOLATION:
        return EBUSY;
    case ERROR_FILE_EXISTS:
    case ERROR_ALREADY_EXISTS:
        return EEXIST;
    case ERROR_DISK_FULL:
        return ENOSPC;
    case ERROR_BROKEN_PIPE:
    case ERROR_NO_DATA:
        return EPIPE;
    case ERROR_DIRECTORY:
        return ENOTDIR;
    case ERROR_NOT_ENOUGH_MEMORY:
        return ENOMEM;
    default:
        return EIO;
    }
}

static int last_error(void)
{
    return -error_of(GetLastError());
}

/* --- the process --------------------------------------------------------- */

void os_start(void)
{
    int fd;

    /* Otherwise the first file that is opened would become the output. */
    for (fd = 0; fd <= 2; fd++) {
        if (_get_osfhandle(fd) == (intptr_t)INVALID_HANDLE_VALUE || _get_osfhandle(fd) == -2) {
            int made = _open("NUL", _O_RDWR | _O_BINARY);
            if (made >= 0 && made != fd) {
                _dup2(made, fd);
                _close(made);
            }
        }
        _setmode(fd, _O_BINARY);
    }
}

size_t os_stack(void)
{
    return (64 << 20) / 8 * 7; /* of what the linker asks for */
}

void os_environment(void (*each)(void *opaque, const char *entry), void *opaque)
{
    wchar_t *all = GetEnvironmentStringsW(), *entry;

    for (entry = all; entry && *entry; entry += wcslen(entry) + 1) {
        char *text = narrow(entry);
        if (text)
            each(opaque, text);
        free(text);
    }
    if (all)
        FreeEnvironmentStringsW(all);
}

char *os_variable(const char *name)
{
    wchar_t *wanted = wide(name), *value;
    char *made = NULL;
    DWORD size;

    if (!wanted)
        return NULL;
    SetLastError(ERROR_SUCCESS);
    size = GetEnvironmentVariableW(wanted, NULL, 0);
    if (size > 0 && (value = malloc(size * sizeof *value))) {
        value[0] = 0;
        GetEnvironmentVariableW(wanted, value, size);
        made = narrow(value);
        free(value);
    } else if (GetLastError() == ERROR_SUCCESS) {
        made = _strdup("");
    }
    free(wanted);
    return made;
}

char *os_cwd(void)
{
    DWORD size = GetCurrentDirectoryW(0, NULL);
    wchar_t *folder = size > 0 ? malloc(size * sizeof *folder) : NULL;
    char *made = folder && GetCurrentDirectoryW(size, folder) > 0 ? narrow(folder) : NULL;

    free(folder);
    return made;
}

int os_account(char **name, char **home)
{
    *name = os_variable("USERNAME");
    *home = os_variable("USERPROFILE");
    return *name || *home ? 0 : -ENOENT;
}

int os_pid(void)
{
    return (int)GetCurrentProcessId();
}

int os_is_terminal(int fd)
{
    DWORD mode;

    return GetConsoleMode((HANDLE)_get_osfhandle(fd), &mode) != 0;
}

int os_may_wait(int fd)
{
    return GetFileType((HANDLE)_get_osfhandle(fd)) == FILE_TYPE_PIPE;
}

/* --- files --------------------------------------------------------------- */

/* 1601 to 1970, in units of 100 ns. */
#define EPOCH 116444736000000000.0

static HANDLE handle_of(const char *path, int follow)
{
    wchar_t *name = wide(path);
    HANDLE handle = INVALID_HANDLE_VALUE;

    if (name)
        handle = CreateFileW(name, FILE_READ_ATTRIBUTES, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
                             OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS | (follow ? 0 : FILE_FLAG_OPEN_REPARSE_POINT),
                             NULL);
    free(name);
    return handle;
}

static int told(HANDLE handle, os_info *info)
{
    BY_HANDLE_FILE_INFORMATION by;
    double modified;

    if (!GetFileInformationByHandle(handle, &by))
        return last_error();
    info->kind = by.dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT ? OS_LINK
        : by.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY ? OS_DIRECTORY
        : OS_FILE;
    info->mode = by.dwFileAttributes & FILE_ATTRIBUTE_READONLY ? 0444 : 0666;
    if (info->kind == OS_DIRECTORY)
        info->mode |= 0111;
    info->size = (double)by.nFileSizeHigh * 4294967296.0 + by.nFileSizeLow;
    modified = (double)by.ftLastWriteTime.dwHighDateTime * 4294967296.0 + by.ftLastWriteTime.dwLowDateTime;
    info->modified = (modified - EPOCH) / 10000.0;
    info->device = by.dwVolumeSerialNumber;
    info->inode = (double)by.nFileIndexHigh * 4294967296.0 + by.nFileIndexLow;
    return 0;
}

int os_info_of(const char *path, int follow, os_info *info)
{
    HANDLE handle = handle_of(path, follow);
    int result;

    if (handle == INVALID_HANDLE_VALUE)
        return last_error();
    result = told(handle, info);
    CloseHandle(handle);
    return result;
}

int os_info_of_fd(int fd, os_info *info)
{
    HANDLE handle = (HANDLE)_get_osfhandle(fd);

    if (handle == INVALID_HANDLE_VALUE)
        return -EBADF;
    if (GetFileType(handle) == FILE_TYPE_DISK)
        return told(handle, info);
    memset(info, 0, sizeof *info);
    info->kind = OS_OTHER;
    return 0;
}

char *os_realpath(const char *path)
{
    HANDLE handle = handle_of(path, 1);
    wchar_t *name;
    char *made = NULL;
    DWORD size;

    if (handle == INVALID_HANDLE_VALUE)
        return NULL;
    size = GetFinalPathNameByHandleW(handle, NULL, 0, FILE_NAME_NORMALIZED);
    name = size > 0 ? malloc((size + 1) * sizeof *name) : NULL;
    if (name && GetFinalPathNameByHandleW(handle, name, size + 1, FILE_NAME_NORMALIZED) > 0) {
        /* \\?\C:\a is C:\a, and \\?\UNC\host\a is \\host\a. */
        if (wcsncmp(name, L"\\\\?\\UNC\\", 8) == 0) {
            name[6] = L'\\';
            made = narrow(name + 6);
        } else {
            made = narrow(wcsncmp(name, L"\\\\?\\", 4) == 0 ? name + 4 : name);
        }
    }
    free(name);
    CloseHandle(handle);
    return made;
}

/* The part of REPARSE_DATA_BUFFER that is used; it stands in no header of the SDK. */
typedef struct {
    DWORD tag;
    WORD length, reserved, name_offset, name_length, print_offset, print_length;
} reparse;

char *os_readlink(const char *path)
{
    HANDLE handle = handle_of(path, 0);
    _Alignas(8) char data[MAXIMUM_REPARSE_DATA_BUFFER_SIZE];
    const reparse *link = (const reparse *)data;
    wchar_t *name;
    char *made = NULL;
    size_t start;
    DWORD size = 0;

    if (handle == INVALID_HANDLE_VALUE)
        return NULL;
    if (DeviceIoControl(handle, FSCTL_GET_REPARSE_POINT, NULL, 0, data, sizeof data, &size, NULL) &&
        (link->tag == IO_REPARSE_TAG_SYMLINK || link->tag == IO_REPARSE_TAG_MOUNT_POINT)) {
        start = sizeof *link + (link->tag == IO_REPARSE_TAG_SYMLINK ? 4 : 0) + link->print_offset;
        if (start + link->print_length <= size && (name = calloc(1, link->print_length + sizeof *name))) {
            memcpy(name, data + start, link->print_length);
            made = narrow(name);
            free(name);
        }
    }
    CloseHandle(handle);
    return made;
}

int os_list(const char *path, void (*each)(void *opaque, const char *name), void *opaque)
{
    size_t length = strlen(path);
    char *all = malloc(length + 3);
    wchar_t *pattern;
    WIN32_FIND_DATAW entry;
    HANDLE search = INVALID_HANDLE_VALUE;
    int result = -ENOMEM;

    if (!all)
        return -ENOMEM;
    memcpy(all, path, length);
    memcpy(all + length, "\\*", 3);
    pattern = wide(all);
    free(all);
    if (pattern) {
        search = FindFirstFileW(pattern, &entry);
        result = search == INVALID_HANDLE_VALUE ? last_error() : 0;
    }
    free(pattern);
    if (search == INVALID_HANDLE_VALUE)
        return result;
    do {
        char *name;
        if (wcscmp(entry.cFileName, L".") == 0 || wcscmp(entry.cFileName, L"..") == 0)
            continue;
        name = narrow(entry.cFileName);
        if (name)
            each(opaque, name);
        free(name);
    } while (FindNextFileW(search, &entry));
    FindClose(search);
    return 0;
}

int os_rename(const char *from, const char *to)
{
    wchar_t *a = wide(from), *b = wide(to);
    int result = a && b && MoveFileExW(a, b, MOVEFILE_REPLACE_EXISTING) ? 0 : last_error();

    free(a);
    free(b);
    return result;
}

int os_unlink(const char *path)
{
    wchar_t *name = wide(path);
    int result = name && DeleteFileW(name) ? 0 : last_error();

    free(name);
    return result;
}

int os_mkdir(const char *path, int mode)
{
    wchar_t *name = wide(path);
    int result = name && CreateDirectoryW(name, NULL) ? 0 : last_error();

    free(name);
    return result;
}

int os_open(const char *path, int flags, int mode)
{
    wchar_t *name = wide(path);
    DWORD access = 0, how = OPEN_EXISTING, more = FILE_ATTRIBUTE_NORMAL | FILE_FLAG_BACKUP_SEMANTICS;
    HANDLE handle;
    os_info info;
    int fd;

    if (!name)
        return -ENOMEM;
    if (flags & OS_READ)
        access |= GENERIC_READ;
    if (flags & OS_WRITE)
        access |= flags & OS_APPEND ? FILE_APPEND_DATA | FILE_WRITE_ATTRIBUTES | SYNCHRONIZE : GENERIC_WRITE;
    if (flags & OS_CREATE)
        how = OPEN_ALWAYS;
    if (flags & OS_NEW)
        how = CREATE_NEW;
    if (flags & OS_NO_FOLLOW)
        more |= FILE_FLAG_OPEN_REPARSE_POINT;
    handle = CreateFileW(name, access, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL, how, more, NULL);
    free(name);
    if (handle == INVALID_HANDLE_VALUE)
        return last_error();
    if ((flags & OS_NO_FOLLOW) && told(handle, &info) == 0 && info.kind == OS_LINK) {
        CloseHandle(handle);
        return -ELOOP;
    }
    fd = _open_osfhandle((intptr_t)handle, _O_BINARY | _O_NOINHERIT | (flags & OS_APPEND ? _O_APPEND : 0));
    if (fd < 0)
        CloseHandle(handle);
    return fd < 0 ? -EMFILE : fd;
}

int os_close(int fd)
{
    return _close(fd) < 0 ? -errno : 0;
}

long os_read(int fd, void *bytes, size_t length)
{
    DWORD got = 0;
    HANDLE handle = (HANDLE)_get_osfhandle(fd);

    if (handle == INVALID_HANDLE_VALUE)
        return -EBADF;
    if (!ReadFile(handle, bytes, (DWORD)length, &got, NULL)) {
        DWORD error = GetLastError();
        /* The end of a pipe, and of a file. */
        return error == ERROR_BROKEN_PIPE || error == ERROR_HANDLE_EOF ? 0 : -error_of(error);
    }
    return (long)got;
}

int os_byte_at(int fd, double offset)
{
    unsigned char byte;
    OVERLAPPED at = { 0 };
    DWORD got = 0;

    at.Offset = (DWORD)((uint64_t)offset & 0xffffffff);
    at.OffsetHigh = (DWORD)((uint64_t)offset >> 32);
    if (!ReadFile((HANDLE)_get_osfhandle(fd), &byte, 1, &got, &at))
        return last_error();
    return got == 1 ? byte : -ENXIO;
}

long os_write(int fd, const void *bytes, size_t length)
{
    DWORD done = 0;
    HANDLE handle = (HANDLE)_get_osfhandle(fd);

    if (handle == INVALID_HANDLE_VALUE)
        return -EBADF;
    if (length > 1 << 30)
        length = 1 << 30;
    return WriteFile(handle, bytes, (DWORD)length, &done, NULL) ? (long)done : last_error();
}

int os_truncate(int fd, double size)
{
    return _chsize_s(fd, (int64_t)size) ? -EIO : 0;
}

int os_sync(int fd)
{
    return FlushFileBuffers((HANDLE)_get_osfhandle(fd)) ? 0 : last_error();
}

/* --- programs ------------------------------------------------------------ */

/* Programs that run, each with the job that holds what it starts. */
#define MAX_PROGRAMS 64
static struct {
    DWORD pid;
    HANDLE process, job;
} programs[MAX_PROGRAMS];

/* Appends one argument as CommandLineToArgvW and the C runtime take it apart again. */
static size_t quote(char *to, const char *word)
{
    size_t at = 0, slashes = 0;

    /* As Node does it: `cmd /c` does not understand a quoted "/c". */
    if (*word && !strpbrk(word, " \t\"")) {
        at = strlen(word);
        memcpy(to, word, at);
        to[at++] = ' ';
        return at;
    }
    to[at++] = '"';
    for (; *word; word++) {
        if (*word == '\\') {
            slashes++;
        } else {
            if (*word == '"')
                for (slashes++; slashes > 0; slashes--)
                    to[at++] = '\\';
            slashes = 0;
        }
        to[at++] = *word;
    }
    for (; slashes > 0; slashes--)
        to[at++] = '\\';
    to[at++] = '"';
    to[at++] = ' ';
    return at;
}

static wchar_t *command_line(char *const argv[])
{
    size_t size = 1, at = 0;
    char *line;
    wchar_t *made;
    int i;

    for (i = 0; argv[i]; i++)
        size += strlen(argv[i]) * 2 + 4;
    line = malloc(size);
    if (!line)
        return NULL;
    for (i = 0; argv[i]; i++)
        at += quote(line + at, argv[i]);
    line[at > 0 ? at - 1 : 0] = 0; /* without the last space */
    made = wide(line);
    free(line);
    return made;
}

static wchar_t *environment_block(char *const env[])
{
    size_t size = 1, at = 0;
    wchar_t *block;
    int i;

    for (i = 0; env[i]; i++)
        size += strlen(env[i]) + 1;
    block = malloc((size + 1) * sizeof *block);
    for (i = 0; block && env[i]; i++)
        at += (size_t)MultiByteToWideChar(CP_UTF8, 0, env[i], -1, block + at, (int)(size - at));
    if (block)
        block[at] = 0;
    return block;
}

/* The program in the PATH of the system, never in the current folder: a project could put one there. */
static wchar_t *program_path(const char *name)
{
    wchar_t *wanted = wide(name), *folders = NULL, *found = NULL;
    char *path;
    DWORD size;

    if (!wanted || strchr(name, '/') || strchr(name, '\\'))
        return wanted;
    path = os_variable("PATH");
    folders = path ? wide(path) : NULL;
    free(path);
    if (folders && (size = SearchPathW(folders, wanted, L".exe", 0, NULL, NULL)) > 0 &&
        (found = malloc((size + 1) * sizeof *found)) && SearchPathW(folders, wanted, L".exe", size + 1, found, NULL) == 0) {
        free(found);
        found = NULL;
    }
    free(folders);
    free(wanted);
    return found;
}

static int free_slot(void)
{
    int i;

    for (i = 0; i < MAX_PROGRAMS; i++) {
        if (!programs[i].process)
            return i;
    }
    return -1;
}

/* A pipe of which the child inherits one end; `child` is its index. */
static int make_pipe(HANDLE ends[2], int child)
{
    SECURITY_ATTRIBUTES inherited = { sizeof inherited, NULL, TRUE };

    if (!CreatePipe(&ends[0], &ends[1], &inherited, 1 << 16))
        return -1;
    SetHandleInformation(ends[1 - child], HANDLE_FLAG_INHERIT, 0);
    return 0;
}

static int start(char *const argv[], char *const env[], const char *cwd, HANDLE handles[3], PROCESS_INFORMATION *made)
{
    STARTUPINFOW how = { .cb = sizeof how, .dwFlags = STARTF_USESTDHANDLES };
    wchar_t *program = program_path(argv[0]), *line = command_line(argv), *block = environment_block(env),
            *folder = wide(cwd);
    int result = -ENOENT;

    how.hStdInput = handles[0];
    how.hStdOutput = handles[1];
    how.hStdError = handles[2];
    if (program && line && block && folder)
        result = CreateProcessW(program, line, NULL, NULL, TRUE,
                                CREATE_UNICODE_ENVIRONMENT | CREATE_NO_WINDOW | CREATE_SUSPENDED, block, folder, &how,
                                made)
            ? 0
            : last_error();
    free(program);
    free(line);
    free(block);
    free(folder);
    return result;
}

int os_spawn(char *const argv[], char *const env[], const char *cwd, int with_input, os_child *child)
{
    HANDLE in[2] = { 0 }, out[2] = { 0 }, err[2] = { 0 }, job;
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits = { 0 };
    SECURITY_ATTRIBUTES inherited = { sizeof inherited, NULL, TRUE };
    PROCESS_INFORMATION made;
    int slot = free_slot(), result;

    if (slot < 0)
        return -EMFILE;
    if (with_input)
        make_pipe(in, 0);
    else
        in[0] = CreateFileW(L"NUL", GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE, &inherited, OPEN_EXISTING, 0, NULL);
    if (!in[0] || in[0] == INVALID_HANDLE_VALUE || make_pipe(out, 1) < 0 || make_pipe(err, 1) < 0)
        return -EMFILE;
    result = start(argv, env, cwd, (HANDLE[]){ in[0], out[1], err[1] }, &made);
    CloseHandle(in[0]);
    CloseHandle(out[1]);
    CloseHandle(err[1]);
    if (result < 0) {
        if (in[1])
            CloseHandle(in[1]);
        CloseHandle(out[0]);
        CloseHandle(err[0]);
        return result;
    }
    job = CreateJobObjectW(NULL, NULL);
    limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
    if (job) {
        /* What we start ends with us, whoever ends us. */
        SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limits, sizeof limits);
        AssignProcessToJobObject(job, made.hProcess);
    }
    ResumeThread(made.hThread);
    CloseHandle(made.hThread);
    programs[slot].pid = made.dwProcessId;
    programs[slot].process = made.hProcess;
    programs[slot].job = job;
    child->pid = made.dwProcessId;
    child->in = with_input ? _open_osfhandle((intptr_t)in[1], _O_BINARY) : -1;
    child->out = _open_osfhandle((intptr_t)out[0], _O_BINARY);
    child->err = _open_osfhandle((intptr_t)err[0], _O_BINARY);
    return 0;
}

static int slot_of(int64_t pid)
{
    int i;

    for (i = 0; i < MAX_PROGRAMS; i++) {
        if (programs[i].process && programs[i].pid == (DWORD)pid)
            return i;
    }
    return -1;
}

int os_wait(int64_t pid, int *code, int *by_signal)
{
    int slot = slot_of(pid);
    DWORD exit_code = 0;

    *by_signal = 0;
    *code = -1;
    if (slot < 0)
        return 1;
    if (WaitForSingleObject(programs[slot].process, 0) != WAIT_OBJECT_0)
        return 0;
    GetExitCodeProcess(programs[slot].process, &exit_code);
    *code = (int)exit_code;
    CloseHandle(programs[slot].process);
    programs[slot].process = NULL;
    /* The job stays open: what the program left running may go on, as elsewhere. */
    return 1;
}

int os_kill(int64_t pid, int group)
{
    int slot = slot_of(pid);

    if (slot < 0)
        return -ESRCH;
    if (group && programs[slot].job)
        return TerminateJobObject(programs[slot].job, 1) ? 0 : last_error();
    return TerminateProcess(programs[slot].process, 1) ? 0 : last_error();
}

/* 1 when reading would not wait: there are bytes, or the writer is gone. */
static int readable(int fd)
{
    HANDLE handle = (HANDLE)_get_osfhandle(fd);
    DWORD waiting = 0;

    if (GetFileType(handle) != FILE_TYPE_PIPE)
        return 1;
    return !PeekNamedPipe(handle, NULL, 0, NULL, &waiting, NULL) || waiting > 0;
}

int os_poll(const int *reads, int nreads, const int *writes, int nwrites, int ms, char *ready)
{
    ULONGLONG until = GetTickCount64() + (ms < 0 ? 0 : (ULONGLONG)ms);
    int found, i;

    /* Anonymous pipes can't be waited for together; writing to one may wait. */
    for (;;) {
        found = 0;
        for (i = 0; i < nreads + nwrites; i++) {
            ready[i] = i >= nreads || readable(reads[i]);
            found += ready[i];
        }
        if (found > 0 || (ms >= 0 && GetTickCount64() >= until))
            return found;
        Sleep(1);
    }
}

int os_signals(int on)
{
    return -1;
}

void os_die(int number)
{
    ExitProcess(1);
}

int os_become(char *const argv[])
{
    return -ENOSYS;
}

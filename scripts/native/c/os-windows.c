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

/* From this length on a path has to be written in the form that is not limited (a folder's is shorter). */
#define LONG_PATH 248

/* A path; one that is too long for the usual calls becomes \\?\C:\... or \\?\UNC\host\... */
static wchar_t *wide_path(const char *path)
{
    wchar_t *name = wide(path), *whole;
    DWORD size = name ? GetFullPathNameW(name, 0, NULL, NULL) : 0, length;
    const wchar_t *prefix = L"\\\\?\\", *rest;

    if (size < LONG_PATH || wcsncmp(name, L"\\\\?\\", 4) == 0 || wcsncmp(name, L"\\\\.\\", 4) == 0)
        return name;
    whole = malloc((size + 8) * sizeof *whole);
    length = whole ? GetFullPathNameW(name, size, whole + 8, NULL) : 0;
    free(name);
    if (length == 0 || length >= size) {
        free(whole);
        return NULL;
    }
    rest = whole + 8;
    if (wcsncmp(rest, L"\\\\", 2) == 0) {
        prefix = L"\\\\?\\UNC\\";
        rest += 2;
    }
    memmove(whole + wcslen(prefix), rest, (wcslen(rest) + 1) * sizeof *whole);
    memcpy(whole, prefix, wcslen(prefix) * sizeof *whole);
    return whole;
}

static int error_of(DWORD error)
{
    switch (error) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_INVALID_NAME:
    case ERROR_BAD_PATHNAME:
    case ERROR_INVALID_DRIVE:
    case ERROR_BAD_NETPATH:
    case ERROR_BAD_NET_NAME:
    case ERROR_NOT_READY:
        return ENOENT;
    case ERROR_ACCESS_DENIED:
    case ERROR_PRIVILEGE_NOT_HELD:
        return EACCES;
    case ERROR_SHARING_VIOLATION:
    case ERROR_LOCK_VIOLATION:
    case ERROR_DELETE_PENDING:
        return EBUSY;
    case ERROR_FILE_EXISTS:
    case ERROR_ALREADY_EXISTS:
        return EEXIST;
    case ERROR_DISK_FULL:
    case ERROR_HANDLE_DISK_FULL:
        return ENOSPC;
    case ERROR_BROKEN_PIPE:
    case ERROR_NO_DATA:
    case ERROR_PIPE_NOT_CONNECTED:
        return EPIPE;
    case ERROR_DIRECTORY:
        return ENOTDIR;
    case ERROR_DIR_NOT_EMPTY:
        return ENOTEMPTY;
    case ERROR_INVALID_FUNCTION: /* reading a folder */
        return EISDIR;
    case ERROR_FILENAME_EXCED_RANGE:
    case ERROR_BUFFER_OVERFLOW:
        return ENAMETOOLONG;
    case ERROR_NOT_SAME_DEVICE:
        return EXDEV;
    case ERROR_WRITE_PROTECT:
        return EROFS;
    case ERROR_INVALID_HANDLE:
        return EBADF;
    case ERROR_INVALID_PARAMETER:
        return EINVAL;
    case ERROR_BAD_EXE_FORMAT:
        return ENOEXEC;
    case ERROR_TOO_MANY_OPEN_FILES:
        return EMFILE;
    case ERROR_CANT_RESOLVE_FILENAME:
        return ELOOP;
    case ERROR_NOT_ENOUGH_MEMORY:
    case ERROR_OUTOFMEMORY:
        return ENOMEM;
    default:
        return EIO;
    }
}

static int last_error(void)
{
    return -error_of(GetLastError());
}

static HANDLE handle_of_fd(int fd)
{
    return (HANDLE)_get_osfhandle(fd);
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
        /* A program that we start must not hold the harness's pipes. */
        SetHandleInformation(handle_of_fd(fd), HANDLE_FLAG_INHERIT, 0);
    }
}

void os_arguments(int *argc, char ***argv)
{
    /* As it came: what the C runtime makes of it has another encoding, and may have names expanded. */
    static char *line[2];

    line[0] = narrow(GetCommandLineW());
    *argc = line[0] ? 1 : 0;
    *argv = line;
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
    wchar_t text[MAX_PATH + 1];
    DWORD size = MAX_PATH + 1;
    HANDLE token, library;
    BOOL (WINAPI *folder_of)(HANDLE, wchar_t *, DWORD *);

    /* Not by the environment, which the caller has asked already. */
    *name = GetUserNameW(text, &size) ? narrow(text) : NULL;
    *home = NULL;
    library = LoadLibraryExW(L"userenv.dll", NULL, LOAD_LIBRARY_SEARCH_SYSTEM32);
    folder_of = library ? (void *)GetProcAddress(library, "GetUserProfileDirectoryW") : NULL;
    size = MAX_PATH + 1;
    if (folder_of && OpenProcessToken(GetCurrentProcess(), TOKEN_QUERY, &token)) {
        if (folder_of(token, text, &size))
            *home = narrow(text);
        CloseHandle(token);
    }
    return *name || *home ? 0 : -ENOENT;
}

int os_pid(void)
{
    return (int)GetCurrentProcessId();
}

int os_is_terminal(int fd)
{
    DWORD mode;

    return GetConsoleMode(handle_of_fd(fd), &mode) != 0;
}

int os_may_wait(int fd)
{
    return GetFileType(handle_of_fd(fd)) == FILE_TYPE_PIPE;
}

/* --- files --------------------------------------------------------------- */

/* 1601 to 1970, in units of 100 ns. */
#define EPOCH 116444736000000000.0

static HANDLE handle_of(const char *path, int follow)
{
    wchar_t *name = wide_path(path);
    HANDLE handle = INVALID_HANDLE_VALUE;

    if (name)
        handle = CreateFileW(name, FILE_READ_ATTRIBUTES, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
                             OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS | (follow ? 0 : FILE_FLAG_OPEN_REPARSE_POINT),
                             NULL);
    free(name);
    return handle;
}

/* Files that lie in the cloud, or are compressed by the system, are reparse points too and no links. */
static int is_link(HANDLE handle)
{
    FILE_ATTRIBUTE_TAG_INFO tag;

    return GetFileInformationByHandleEx(handle, FileAttributeTagInfo, &tag, sizeof tag) &&
        (tag.FileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) &&
        (tag.ReparseTag == IO_REPARSE_TAG_SYMLINK || tag.ReparseTag == IO_REPARSE_TAG_MOUNT_POINT);
}

static int told(HANDLE handle, os_info *info)
{
    BY_HANDLE_FILE_INFORMATION by;
    double modified;

    if (GetFileType(handle) != FILE_TYPE_DISK) {
        memset(info, 0, sizeof *info);
        info->kind = OS_OTHER;
        return 0;
    }
    if (!GetFileInformationByHandle(handle, &by))
        return last_error();
    info->kind = (by.dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) && is_link(handle) ? OS_LINK
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
    HANDLE handle = handle_of_fd(fd);

    return handle == INVALID_HANDLE_VALUE ? -EBADF : told(handle, info);
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

    if (!all || length == 0) {
        free(all);
        return all ? -ENOENT : -ENOMEM;
    }
    memcpy(all, path, length);
    memcpy(all + length, "\\*", 3);
    pattern = wide_path(all);
    free(all);
    if (pattern) {
        search = FindFirstFileW(pattern, &entry);
        /* An empty disk has not even "." in its root. */
        result = search != INVALID_HANDLE_VALUE || GetLastError() == ERROR_FILE_NOT_FOUND ? 0 : last_error();
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
    wchar_t *a = wide_path(from), *b = wide_path(to);
    int result = a && b && MoveFileExW(a, b, MOVEFILE_REPLACE_EXISTING) ? 0 : last_error();

    free(a);
    free(b);
    return result;
}

int os_unlink(const char *path)
{
    wchar_t *name = wide_path(path);
    int result = name && DeleteFileW(name) ? 0 : last_error();

    free(name);
    return result;
}

int os_mkdir(const char *path, int mode)
{
    wchar_t *name = wide_path(path);
    int result = name && CreateDirectoryW(name, NULL) ? 0 : last_error();

    free(name);
    return result;
}

int os_open(const char *path, int flags, int mode)
{
    wchar_t *name = wide_path(path);
    DWORD access = 0, how = OPEN_EXISTING, more = FILE_ATTRIBUTE_NORMAL | FILE_FLAG_BACKUP_SEMANTICS;
    HANDLE handle;
    os_info info;
    int fd, result;

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
    /* Neither a link nor what may hold us (CON, a named pipe). */
    result = told(handle, &info);
    if (result == 0)
        result = info.kind == OS_OTHER ? -EINVAL
            : info.kind == OS_LINK && (flags & OS_NO_FOLLOW) ? -ELOOP
            : info.kind == OS_DIRECTORY && (flags & OS_WRITE) ? -EISDIR
            : 0;
    if (result < 0) {
        CloseHandle(handle);
        return result;
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

/*
 * Reads or writes. The handle of a pipe may have been made for overlapped calls, which by its
 * look can't be told: such a call is waited for, others have no need to.
 */
static BOOL transfer(HANDLE handle, void *into, const void *from, DWORD length, DWORD *done)
{
    OVERLAPPED call = { 0 };
    BOOL result;

    if (GetFileType(handle) != FILE_TYPE_PIPE)
        return into ? ReadFile(handle, into, length, done, NULL) : WriteFile(handle, from, length, done, NULL);
    call.hEvent = CreateEventW(NULL, TRUE, FALSE, NULL);
    if (!call.hEvent)
        return FALSE;
    result = into ? ReadFile(handle, into, length, done, &call) : WriteFile(handle, from, length, done, &call);
    if (!result && GetLastError() == ERROR_IO_PENDING)
        result = GetOverlappedResult(handle, &call, done, TRUE);
    CloseHandle(call.hEvent);
    return result;
}

long os_read(int fd, void *bytes, size_t length)
{
    DWORD got = 0;
    HANDLE handle = handle_of_fd(fd);

    if (handle == INVALID_HANDLE_VALUE)
        return -EBADF;
    if (!transfer(handle, bytes, NULL, (DWORD)length, &got)) {
        DWORD error = GetLastError();
        /* The end of a pipe, and of a file. */
        if (error == ERROR_BROKEN_PIPE || error == ERROR_HANDLE_EOF)
            return 0;
        /* Somebody made the pipe non-blocking, and it is empty. */
        return error == ERROR_NO_DATA ? -EAGAIN : -error_of(error);
    }
    return (long)got;
}

int os_seek(int fd, double offset)
{
    LARGE_INTEGER to = { .QuadPart = (LONGLONG)offset };
    HANDLE handle = handle_of_fd(fd);

    if (GetFileType(handle) != FILE_TYPE_DISK)
        return -ESPIPE;
    return SetFilePointerEx(handle, to, NULL, FILE_BEGIN) ? 0 : last_error();
}

/* What a non-blocking pipe takes whole or not at all. */
#define PIECE 4096

long os_write(int fd, const void *bytes, size_t length)
{
    DWORD done = 0, state = 0;
    HANDLE handle = handle_of_fd(fd);

    if (handle == INVALID_HANDLE_VALUE)
        return -EBADF;
    if (length > 1 << 30)
        length = 1 << 30;
    if (length > PIECE && GetNamedPipeHandleStateW(handle, &state, NULL, NULL, NULL, NULL, 0) && (state & PIPE_NOWAIT))
        length = PIECE;
    if (!transfer(handle, NULL, bytes, (DWORD)length, &done))
        return last_error();
    return done == 0 && length > 0 ? -EAGAIN : (long)done;
}

int os_truncate(int fd, double size)
{
    /* What was opened for appending may do only that. */
    HANDLE handle = ReOpenFile(handle_of_fd(fd), GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, 0);
    LARGE_INTEGER to = { .QuadPart = (LONGLONG)size };
    int result;

    if (handle == INVALID_HANDLE_VALUE)
        return last_error();
    result = SetFilePointerEx(handle, to, NULL, FILE_BEGIN) && SetEndOfFile(handle) ? 0 : last_error();
    CloseHandle(handle);
    return result;
}

int os_sync(int fd)
{
    return FlushFileBuffers(handle_of_fd(fd)) ? 0 : last_error();
}

/* --- programs ------------------------------------------------------------ */

/* Programs that run, each with the job that holds what it starts. */
#define MAX_PROGRAMS 64
static struct {
    DWORD pid;
    HANDLE process, job;
} programs[MAX_PROGRAMS];

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

static int free_slot(void)
{
    int i;

    for (i = 0; i < MAX_PROGRAMS; i++) {
        if (!programs[i].process && !programs[i].job)
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

static HANDLE nothing(DWORD access)
{
    SECURITY_ATTRIBUTES inherited = { sizeof inherited, NULL, TRUE };

    return CreateFileW(L"NUL", access, FILE_SHARE_READ | FILE_SHARE_WRITE, &inherited, OPEN_EXISTING, 0, NULL);
}

/* Starts argv[0], an absolute path, with argv[1] as its command line; it inherits these three handles alone. */
static int start(char *const argv[], char *const env[], const char *cwd, HANDLE handles[3], DWORD flags,
                 PROCESS_INFORMATION *made)
{
    STARTUPINFOEXW how = { .StartupInfo = { .cb = sizeof how, .dwFlags = STARTF_USESTDHANDLES } };
    wchar_t *program = wide(argv[0]), *line = argv[0] && argv[1] ? wide(argv[1]) : NULL,
            *block = env ? environment_block(env) : NULL, *folder = wide(cwd);
    HANDLE inherited[3];
    SIZE_T size = 0, count = 0;
    int i, result = -ENOMEM;

    /* Output and errors may be one handle, which must not stand in the list twice. */
    for (i = 0; i < 3; i++) {
        if ((count < 1 || inherited[0] != handles[i]) && (count < 2 || inherited[1] != handles[i]))
            inherited[count++] = handles[i];
    }
    how.StartupInfo.hStdInput = handles[0];
    how.StartupInfo.hStdOutput = handles[1];
    how.StartupInfo.hStdError = handles[2];
    InitializeProcThreadAttributeList(NULL, 1, 0, &size);
    how.lpAttributeList = malloc(size);
    if (program && line && folder && (block || !env) && how.lpAttributeList &&
        InitializeProcThreadAttributeList(how.lpAttributeList, 1, 0, &size) &&
        UpdateProcThreadAttribute(how.lpAttributeList, 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST, inherited,
                                  count * sizeof *inherited, NULL, NULL)) {
        result = CreateProcessW(program, line, NULL, NULL, TRUE,
                                flags | CREATE_UNICODE_ENVIRONMENT | EXTENDED_STARTUPINFO_PRESENT, block, folder,
                                &how.StartupInfo, made)
            ? 0
            : last_error();
        DeleteProcThreadAttributeList(how.lpAttributeList);
    }
    free(how.lpAttributeList);
    free(program);
    free(line);
    free(block);
    free(folder);
    return result;
}

/* Ends with us, whoever ends us, and with it what it starts. */
static HANDLE bound_to_us(HANDLE process)
{
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits = { 0 };
    HANDLE job = CreateJobObjectW(NULL, NULL);

    limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
    if (job) {
        SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limits, sizeof limits);
        AssignProcessToJobObject(job, process);
    }
    return job;
}

static void close_all(HANDLE *handles, int count)
{
    int i;

    for (i = 0; i < count; i++) {
        if (handles[i] && handles[i] != INVALID_HANDLE_VALUE)
            CloseHandle(handles[i]);
    }
}

int os_spawn(char *const argv[], char *const env[], const char *cwd, int with_input, os_child *child)
{
    /* in, out, err: each the end for reading and the one for writing. */
    HANDLE ends[6] = { 0 };
    DWORD mode = PIPE_READMODE_BYTE | PIPE_NOWAIT;
    PROCESS_INFORMATION made;
    int slot = free_slot(), result;

    if (slot < 0)
        return -EMFILE;
    if (with_input)
        make_pipe(ends, 0);
    else
        ends[0] = nothing(GENERIC_READ);
    if (!ends[0] || ends[0] == INVALID_HANDLE_VALUE || make_pipe(ends + 2, 1) < 0 || make_pipe(ends + 4, 1) < 0)
        result = -EMFILE;
    else
        result = start(argv, env, cwd, (HANDLE[]){ ends[0], ends[3], ends[5] }, CREATE_NO_WINDOW | CREATE_SUSPENDED,
                       &made);
    if (result < 0) {
        close_all(ends, 6);
        return result;
    }
    close_all((HANDLE[]){ ends[0], ends[3], ends[5] }, 3);
    /* It may write much before it reads all. */
    if (with_input)
        SetNamedPipeHandleState(ends[1], &mode, NULL, NULL);
    programs[slot].pid = made.dwProcessId;
    programs[slot].process = made.hProcess;
    programs[slot].job = bound_to_us(made.hProcess);
    ResumeThread(made.hThread);
    CloseHandle(made.hThread);
    child->pid = made.dwProcessId;
    child->in = with_input ? _open_osfhandle((intptr_t)ends[1], _O_BINARY) : -1;
    child->out = _open_osfhandle((intptr_t)ends[2], _O_BINARY);
    child->err = _open_osfhandle((intptr_t)ends[4], _O_BINARY);
    return 0;
}

int os_detach(char *const argv[], const char *cwd)
{
    HANDLE ends[3] = { nothing(GENERIC_READ), nothing(GENERIC_WRITE), nothing(GENERIC_WRITE) };
    DWORD flags = DETACHED_PROCESS | CREATE_NEW_PROCESS_GROUP;
    PROCESS_INFORMATION made;
    /* It is to outlive the harness's job too, where that allows it. */
    int result = start(argv, NULL, cwd, ends, flags | CREATE_BREAKAWAY_FROM_JOB, &made);

    if (result == -EACCES)
        result = start(argv, NULL, cwd, ends, flags, &made);
    close_all(ends, 3);
    if (result == 0)
        close_all((HANDLE[]){ made.hThread, made.hProcess }, 2);
    return result;
}

int os_wait(int64_t pid, int64_t *code, int *by_signal)
{
    DWORD exit_code = 0;
    int slot;

    *by_signal = 0;
    *code = -1;
    for (slot = 0; slot < MAX_PROGRAMS; slot++) {
        if (programs[slot].process && programs[slot].pid == (DWORD)pid)
            break;
    }
    if (slot == MAX_PROGRAMS)
        return 1;
    if (WaitForSingleObject(programs[slot].process, 0) != WAIT_OBJECT_0)
        return 0;
    GetExitCodeProcess(programs[slot].process, &exit_code);
    *code = exit_code;
    CloseHandle(programs[slot].process);
    programs[slot].process = NULL;
    return 1;
}

int os_kill(int64_t pid, int group)
{
    int slot;

    for (slot = 0; slot < MAX_PROGRAMS; slot++) {
        if (programs[slot].pid != (DWORD)pid)
            continue;
        if (group && programs[slot].job) {
            BOOL ended = TerminateJobObject(programs[slot].job, 1);
            CloseHandle(programs[slot].job);
            programs[slot].job = NULL;
            return ended ? 0 : last_error();
        }
        if (programs[slot].process)
            return TerminateProcess(programs[slot].process, 1) ? 0 : last_error();
    }
    return -ESRCH;
}

/* 1 when reading would not wait: there are bytes, or the writer is gone. */
static int readable(int fd)
{
    HANDLE handle = handle_of_fd(fd);
    DWORD waiting = 0;

    if (GetFileType(handle) != FILE_TYPE_PIPE)
        return 1;
    return !PeekNamedPipe(handle, NULL, 0, NULL, &waiting, NULL) || waiting > 0;
}

int os_poll(const int *reads, int nreads, const int *writes, int nwrites, int ms, char *ready)
{
    ULONGLONG until = GetTickCount64() + (ms < 0 ? 0 : (ULONGLONG)ms);
    int found, i;

    /* Anonymous pipes can't be waited for together, nor can it be told whether one has room. */
    for (;;) {
        found = 0;
        for (i = 0; i < nreads; i++) {
            ready[i] = readable(reads[i]);
            found += ready[i];
        }
        if (found > 0 || (ms >= 0 && GetTickCount64() >= until))
            break;
        Sleep(1);
        if (nwrites > 0)
            break;
    }
    memset(ready + nreads, 1, (size_t)nwrites);
    return found + nwrites;
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
    HANDLE handles[3];
    PROCESS_INFORMATION made;
    DWORD code = 1;
    char *cwd = os_cwd();
    int fd, result = -ENOENT;

    for (fd = 0; fd <= 2; fd++) {
        handles[fd] = handle_of_fd(fd);
        SetHandleInformation(handles[fd], HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT);
    }
    if (cwd)
        result = start(argv, NULL, cwd, handles, CREATE_SUSPENDED, &made);
    free(cwd);
    if (result < 0)
        return result;
    bound_to_us(made.hProcess);
    /* It decides itself what Ctrl-C means. */
    SetConsoleCtrlHandler(NULL, TRUE);
    ResumeThread(made.hThread);
    WaitForSingleObject(made.hProcess, INFINITE);
    GetExitCodeProcess(made.hProcess, &code);
    ExitProcess(code);
}

/* What the tests of the Windows program need of other Windows programs: one that starts it, and those it starts. */
#include <windows.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

static void die(const char *what)
{
    fprintf(stderr, "windows-tool: %s (error %lu)\n", what, GetLastError());
    exit(99);
}

static wchar_t *wide(const char *text)
{
    int length = MultiByteToWideChar(CP_UTF8, 0, text, -1, NULL, 0);
    wchar_t *made = malloc((size_t)length * sizeof *made);

    MultiByteToWideChar(CP_UTF8, 0, text, -1, made, length);
    return made;
}

static void say(HANDLE to, const wchar_t *text)
{
    int length = WideCharToMultiByte(CP_UTF8, 0, text, -1, NULL, 0, NULL, NULL);
    char *bytes = malloc((size_t)length + 1);
    DWORD done;

    WideCharToMultiByte(CP_UTF8, 0, text, -1, bytes, length, NULL, NULL);
    bytes[length - 1] = '\n';
    WriteFile(to, bytes, (DWORD)length, &done, NULL);
    free(bytes);
}

static char *contents(const wchar_t *path, DWORD *size)
{
    HANDLE file = CreateFileW(path, GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL);
    char *bytes;

    if (file == INVALID_HANDLE_VALUE)
        die("could not open a file");
    *size = GetFileSize(file, NULL);
    bytes = calloc(1, *size + 1);
    if (!ReadFile(file, bytes, *size, size, NULL))
        die("could not read a file");
    CloseHandle(file);
    return bytes;
}

/* --- start SPEC [one] ---------------------------------------------------- */

/* What stands in the pipe to the program, and whether it is closed behind that. */
static struct {
    HANDLE pipe;
    char *bytes;
    DWORD size;
    int stays_open;
} feed;

static DWORD WINAPI feeding(void *unused)
{
    DWORD at, done;

    (void)unused;
    for (at = 0; at < feed.size; at += done) {
        if (!WriteFile(feed.pipe, feed.bytes + at, feed.size - at, &done, NULL))
            break;
    }
    if (!feed.stays_open)
        CloseHandle(feed.pipe);
    return 0;
}

/* none; nul; file PATH; pipe PATH; open PATH: not closed; overlapped PATH; nowait PATH */
static HANDLE input_of(const char *kind)
{
    SECURITY_ATTRIBUTES inherited = { sizeof inherited, NULL, TRUE };
    const char *space = strchr(kind, ' ');
    wchar_t *path = space ? wide(space + 1) : NULL;
    DWORD nowait = PIPE_READMODE_BYTE | PIPE_NOWAIT;
    HANDLE ours;

    if (strcmp(kind, "none") == 0)
        return NULL;
    if (strcmp(kind, "nul") == 0)
        return CreateFileW(L"NUL", GENERIC_READ, 3, &inherited, OPEN_EXISTING, 0, NULL);
    if (!path)
        die("no path");
    if (strncmp(kind, "file ", 5) == 0)
        return CreateFileW(path, GENERIC_READ, 3, &inherited, OPEN_EXISTING, 0, NULL);
    feed.bytes = contents(path, &feed.size);
    feed.stays_open = strncmp(kind, "open ", 5) == 0;
    if (strncmp(kind, "overlapped ", 11) == 0) {
        wchar_t name[64];
        swprintf(name, 64, L"\\\\.\\pipe\\hookbox-tool-%lu", GetCurrentProcessId());
        ours = CreateNamedPipeW(name, PIPE_ACCESS_OUTBOUND, PIPE_TYPE_BYTE, 1, 65536, 65536, 0, NULL);
        feed.pipe = ours;
        ours = CreateFileW(name, GENERIC_READ, 0, &inherited, OPEN_EXISTING, FILE_FLAG_OVERLAPPED, NULL);
    } else {
        if (!CreatePipe(&ours, &feed.pipe, NULL, 0))
            die("no pipe");
        SetHandleInformation(ours, HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT);
        if (strncmp(kind, "nowait ", 7) == 0)
            SetNamedPipeHandleState(ours, &nowait, NULL, NULL);
    }
    return ours;
}

/* With a further word standard error is the handle of standard output. Lines: program, command line, folder, kind of standard input, then NAME=value ... */
static int start(const wchar_t *spec, int one_output)
{
    STARTUPINFOW how = { .cb = sizeof how, .dwFlags = STARTF_USESTDHANDLES };
    PROCESS_INFORMATION made;
    DWORD size, code = 98;
    char *text = contents(spec, &size), *fields[4], *end;
    wchar_t *env, *at;
    int i;

    for (i = 0; i < 4; i++) {
        fields[i] = text;
        end = strchr(text, '\n');
        if (!end)
            die("the specification ends early");
        *end = 0;
        text = end + 1;
    }
    env = wide(text);
    for (at = env; *at; at++) {
        if (*at == L'\n')
            *at = 0;
    }
    at[1] = 0; /* there is room: every line had a newline */
    how.hStdInput = input_of(fields[3]);
    if (how.hStdInput == INVALID_HANDLE_VALUE)
        die("no input");
    how.hStdOutput = GetStdHandle(STD_OUTPUT_HANDLE);
    how.hStdError = one_output ? how.hStdOutput : GetStdHandle(STD_ERROR_HANDLE);
    SetHandleInformation(how.hStdOutput, HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT);
    SetHandleInformation(how.hStdError, HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT);
    if (!CreateProcessW(wide(fields[0]), wide(fields[1]), NULL, NULL, TRUE, CREATE_UNICODE_ENVIRONMENT, env,
                        wide(fields[2]), &how, &made))
        die("could not start the program");
    if (how.hStdInput)
        CloseHandle(how.hStdInput);
    if (feed.pipe)
        CreateThread(NULL, 0, feeding, NULL, 0, NULL);
    WaitForSingleObject(made.hProcess, INFINITE);
    GetExitCodeProcess(made.hProcess, &code);
    return (int)code;
}

/* --- programs that are started ------------------------------------------- */

static int cat(void)
{
    static char bytes[65536];
    DWORD got, done;

    while (ReadFile(GetStdHandle(STD_INPUT_HANDLE), bytes, sizeof bytes, &got, NULL) && got > 0)
        WriteFile(GetStdHandle(STD_OUTPUT_HANDLE), bytes, got, &done, NULL);
    return 0;
}

/* Writes so much before it reads. */
static int flood(long left)
{
    static char bytes[1000];
    DWORD got, done, all = 0;

    memset(bytes, 'x', sizeof bytes);
    for (; left > 0; left -= (long)done)
        WriteFile(GetStdHandle(STD_OUTPUT_HANDLE), bytes, left < 1000 ? (DWORD)left : 1000, &done, NULL);
    while (ReadFile(GetStdHandle(STD_INPUT_HANDLE), bytes, sizeof bytes, &got, NULL) && got > 0)
        all += got;
    fprintf(stderr, "%lu", all);
    return 0;
}

/* Starts `later` and does not end for long. */
static int tree(const wchar_t *self, const wchar_t *mark)
{
    STARTUPINFOW how = { .cb = sizeof how };
    PROCESS_INFORMATION made;
    wchar_t line[1000];

    swprintf(line, 1000, L"\"%ls\" later \"%ls\"", self, mark);
    if (!CreateProcessW(NULL, line, NULL, NULL, TRUE, 0, NULL, NULL, &how, &made))
        die("could not start the program");
    Sleep(30000);
    return 0;
}

static int note(const wchar_t *path)
{
    HANDLE file = CreateFileW(path, GENERIC_WRITE, 0, NULL, CREATE_ALWAYS, 0, NULL);

    if (file == INVALID_HANDLE_VALUE)
        die("could not make a file");
    say(file, GetCommandLineW());
    CloseHandle(file);
    return 0;
}

int wmain(int argc, wchar_t **argv)
{
    const wchar_t *what = argc > 1 ? argv[1] : L"", *given = argc > 2 ? argv[2] : L"";
    wchar_t value[1000] = L"";
    int i;

    if (wcscmp(what, L"start") == 0)
        return start(given, argc > 3);
    if (wcscmp(what, L"cat") == 0)
        return cat();
    if (wcscmp(what, L"flood") == 0)
        return flood(wcstol(given, NULL, 10));
    if (wcscmp(what, L"exit") == 0)
        return (int)wcstoul(given, NULL, 10);
    if (wcscmp(what, L"sleep") == 0)
        return Sleep((DWORD)wcstol(given, NULL, 10)), 0;
    if (wcscmp(what, L"tree") == 0)
        return tree(argv[0], given);
    if (wcscmp(what, L"later") == 0)
        return Sleep(1500), note(given);
    if (wcscmp(what, L"env") == 0) {
        GetEnvironmentVariableW(given, value, 1000);
        say(GetStdHandle(STD_OUTPUT_HANDLE), value);
        return 0;
    }
    if (wcscmp(what, L"args") == 0) {
        for (i = 2; i < argc; i++)
            say(GetStdHandle(STD_OUTPUT_HANDLE), argv[i]);
        return 0;
    }
    /* As node.exe, which hookbox starts with a script: leaves its command line beside that. */
    if (GetEnvironmentVariableW(L"TOOL_NOTE", value, 1000) > 0)
        return note(value);
    die("unknown word");
    return 99;
}

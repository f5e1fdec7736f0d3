#include "profile.h"
#ifdef HEAP_PROFILE
#include "layout.h"
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <ucontext.h>

#define PAGE 4096
#define TRAP_FLAG 0x100
#define MAX_OPEN 8 /* pages that one instruction may write to, with room to spare */
#define ENOUGH 200 /* writes to a page that brought nothing new; then it is not watched any more */

static uint8_t *start, *end, *opened[MAX_OPEN];
static uint8_t known[COLD_AREA / PAGE + 1];
static int open_count, into;

static void on_write(int signal_number, siginfo_t *info, void *context)
{
    uint8_t *address = info->si_addr, *page = start + (size_t)(address - start) / PAGE * PAGE;

    if (address < start || address >= end || open_count == MAX_OPEN || mprotect(page, PAGE, PROT_READ | PROT_WRITE) < 0) {
        signal(signal_number, SIG_DFL); /* it comes again, and ends the program */
        return;
    }
    if (!layout_written(address, into) && known[(page - start) / PAGE]++ == ENOUGH)
        return;
    opened[open_count++] = page;
    ((ucontext_t *)context)->uc_mcontext.gregs[REG_EFL] |= TRAP_FLAG;
}

static void after_write(int signal_number, siginfo_t *info, void *context)
{
    while (open_count > 0)
        mprotect(opened[--open_count], PAGE, PROT_READ);
    ((ucontext_t *)context)->uc_mcontext.gregs[REG_EFL] &= ~(greg_t)TRAP_FLAG;
}

int profile_start(int region)
{
    struct sigaction write = { .sa_sigaction = on_write, .sa_flags = SA_SIGINFO };
    struct sigaction step = { .sa_sigaction = after_write, .sa_flags = SA_SIGINFO };

    into = region;
    layout_bounds(&start, &end);
    if (sigaction(SIGSEGV, &write, NULL) < 0 || sigaction(SIGTRAP, &step, NULL) < 0)
        return -1;
    return mprotect(start, (size_t)(end - start), PROT_READ);
}
#else
typedef int nothing; /* a file may not be empty */
#endif

#include "os.h"
#include <errno.h>

const char *os_error_name(int error)
{
#define NAME(code) case code: return #code
    switch (error) {
    NAME(EACCES);
    NAME(EAGAIN);
    NAME(EBADF);
    NAME(EBUSY);
    NAME(ECHILD);
    NAME(EEXIST);
    NAME(EFBIG);
    NAME(EINTR);
    NAME(EINVAL);
    NAME(EIO);
    NAME(EISDIR);
    NAME(EMFILE);
    NAME(ENAMETOOLONG);
    NAME(ENFILE);
    NAME(ENODEV);
    NAME(ENOENT);
    NAME(ENOEXEC);
    NAME(ENOMEM);
    NAME(ENOSPC);
    NAME(ENOSYS);
    NAME(ENOTDIR);
    NAME(ENOTEMPTY);
    NAME(ENXIO);
    NAME(EPERM);
    NAME(EPIPE);
    NAME(EROFS);
    NAME(ESPIPE);
    NAME(ESRCH);
    NAME(EXDEV);
#ifdef ELOOP
    NAME(ELOOP);
#endif
#ifdef ENOTSUP
    NAME(ENOTSUP);
#endif
#ifdef EDQUOT
    NAME(EDQUOT);
#endif
#ifdef ETXTBSY
    NAME(ETXTBSY);
#endif
#ifdef E2BIG
    NAME(E2BIG);
#endif
    default:
        return "EUNKNOWN";
    }
#undef NAME
}

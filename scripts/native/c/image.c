#include "image.h"
#ifdef HEAP_IMAGE
#include <elf.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The linker names the ends of a section. */
extern uint8_t __start_hookbox_image[], __stop_hookbox_image[];

static int failed(const char *what)
{
    fprintf(stderr, "hookbox: the image can't be written: %s\n", what);
    return 1;
}

static uint8_t *own_file(size_t *size)
{
    int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    struct stat st;
    uint8_t *file = NULL;

    if (fd >= 0 && fstat(fd, &st) == 0 && (file = malloc((size_t)st.st_size))) {
        *size = (size_t)st.st_size;
        if (read(fd, file, *size) != (ssize_t)*size) {
            free(file);
            file = NULL;
        }
    }
    if (fd >= 0)
        close(fd);
    return file;
}

/* Where the section stands in the file; 0: it is not there. */
static size_t offset_of_section(const uint8_t *file)
{
    const Elf64_Ehdr *head = (const Elf64_Ehdr *)file;
    const Elf64_Phdr *part = (const Elf64_Phdr *)(file + head->e_phoff);
    uintptr_t start = (uintptr_t)__start_hookbox_image, end = (uintptr_t)__stop_hookbox_image;
    int i;

    for (i = 0; i < head->e_phnum; i++) {
        if (part[i].p_type == PT_LOAD && start >= part[i].p_vaddr && end <= part[i].p_vaddr + part[i].p_filesz)
            return part[i].p_offset + (start - part[i].p_vaddr);
    }
    return 0;
}

int image_write(const char *name)
{
    size_t size = 0, length = (size_t)(__stop_hookbox_image - __start_hookbox_image), offset;
    uint8_t *file = own_file(&size);
    FILE *out;

    if (!file)
        return failed("its own file can't be read");
    offset = offset_of_section(file);
    if (!offset)
        return failed("its own file is not as expected");
    memcpy(file + offset, __start_hookbox_image, length);
    out = fopen(name, "wb");
    if (!out || fwrite(file, 1, size, out) != size || fclose(out) != 0 || chmod(name, 0755) < 0)
        return failed(name);
    free(file);
    return 0;
}
#else
typedef int nothing; /* a file may not be empty */
#endif

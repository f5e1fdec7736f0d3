/* The floor: a program that reads its input and has nothing to say. */
#include <unistd.h>

int main(void)
{
    char buffer[65536];

    while (read(0, buffer, sizeof buffer) > 0)
        ;
    return 0;
}

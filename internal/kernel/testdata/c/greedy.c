// Fills the disk, or the memory.
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv) {
  char *b = malloc(1 << 20);
  int fd = argc > 1 ? open("file", O_CREAT | O_WRONLY, 0600) : -1;
  for (;;) {
    memset(b, 1, 1 << 20);
    if (fd >= 0 && write(fd, b, 1 << 20) < 0) return 1;
    if (fd < 0) b = malloc(1 << 20);
  }
}

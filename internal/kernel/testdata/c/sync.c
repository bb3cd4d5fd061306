// Prints in which order a thread that syncs a file and one that can go on meanwhile do so.
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int ends[2];

static void *meanwhile(void *p) {
  char c;
  if (read(ends[0], &c, 1) == 1) printf("meanwhile\n");
  return p;
}

int main(void) {
  pthread_t t;
  int f = open("f", O_CREAT | O_WRONLY, 0600);
  setvbuf(stdout, 0, _IOLBF, 0);
  if (pipe(ends) || pthread_create(&t, 0, meanwhile, 0)) return 1;
  usleep(1000); // it waits
  if (write(ends[1], "x", 1) != 1 || fdatasync(f)) return 1;
  printf("synced\n");
  pthread_join(t, 0);
}

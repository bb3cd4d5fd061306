// Reads all clocks, by functions and by system calls: the times must not go back.
#include <stdio.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static long nanoseconds(struct timespec t) { return t.tv_sec * 1000000000 + t.tv_nsec; }

int main(void) {
  for (int round = 0; round < 300; round++)
    for (int id = 0; id < 8; id++) {
      struct timespec a, b, c;
      clock_gettime(id, &a);
      syscall(SYS_clock_gettime, id, &b);
      clock_gettime(id, &c);
      if (nanoseconds(b) - nanoseconds(a) != 100 || nanoseconds(c) - nanoseconds(b) != 100) printf("clock %d goes wrong\n", id);
    }
  struct timespec t;
  struct timeval v, w;
  clock_gettime(CLOCK_REALTIME, &t);
  gettimeofday(&v, 0);
  syscall(SYS_gettimeofday, &w, 0);
  time_t s = time(0), written, same = time(&written);
  if (v.tv_sec != t.tv_sec || v.tv_usec != (t.tv_nsec + 100) / 1000) printf("gettimeofday goes wrong\n");
  if (w.tv_sec != t.tv_sec || w.tv_usec != (t.tv_nsec + 200) / 1000) printf("its call goes wrong\n");
  if (s != t.tv_sec || same != s || written != s) printf("time goes wrong\n");
  for (int i = 0; i < 10000; i++) clock_gettime(CLOCK_MONOTONIC, &t);
  printf("now %ld\n", nanoseconds(t));
  return 0;
}

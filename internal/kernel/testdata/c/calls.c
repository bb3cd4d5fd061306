// Executes the calls of the file "script", one a line, and prints what each returns. Descriptors are named by slots. It is executed
// twice: the second time it prints the files that it finds.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <net/if.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <unistd.h>

enum { slots = 8, size = 1 << 17 };
static int fd[slots], settling;
static char buf[size], *map[slots];
static long mapped[slots];
static int mappedfd[slots];

// Prints the result of a call, and so many bytes of the buffer as a sum.
static void tell(const char *name, long result, long bytes) {
  int e = errno;
  printf("%s %ld", name, result);
  if (result < 0) printf(" %s", strerrorname_np(e));
  unsigned sum = 0;
  for (long i = 0; i < bytes; i++) sum = sum * 31 + (unsigned char)buf[i];
  if (bytes > 0) printf(" data %08x", sum);
  printf("\n");
}

static int compare(const void *a, const void *b) { return strcmp(*(char **)a, *(char **)b); }

// Prints a tree of files.
static void dump(const char *dir) {
  char *names[100], path[1000];
  int n = 0;
  DIR *d = opendir(dir);
  for (struct dirent *e; d && (e = readdir(d));)
    if (e->d_name[0] != '.' && strcmp(e->d_name, "script")) names[n++] = strdup(e->d_name);
  if (d) closedir(d);
  qsort(names, n, sizeof *names, compare);
  for (int i = 0; i < n; i++) {
    struct stat s;
    snprintf(path, sizeof path, "%s/%s", dir, names[i]);
    lstat(path, &s);
    printf("%s %o ", path, s.st_mode);
    if (S_ISDIR(s.st_mode)) {
      printf("\n");
      dump(path);
    } else if (S_ISREG(s.st_mode)) {
      int f = open(path, O_RDONLY);
      long all = read(f, buf, size);
      close(f);
      tell("content", all, all);
    } else {
      printf("\n");
    }
  }
}

// The threads that wait for words.
enum { threads = 6 };
static struct waiter { int tid, word, mask, ended; } waiters[threads];
static int words[3], started, moved, woken[threads];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static long futex(int *word, int op, int value, void *timeout, int *word2, int value3) {
  return syscall(SYS_futex, word, op | FUTEX_PRIVATE_FLAG, value, timeout, word2, value3);
}

static void *waits(void *p) {
  struct waiter *w = p;
  __atomic_store_n(&w->tid, gettid(), __ATOMIC_SEQ_CST);
  futex(&words[w->word], FUTEX_WAIT_BITSET, words[w->word], 0, 0, w->mask);
  pthread_mutex_lock(&mutex);
  woken[w - waiters] = 1;
  pthread_mutex_unlock(&mutex);
  __atomic_store_n(&w->ended, 1, __ATOMIC_SEQ_CST);
  return 0;
}

// Lets packets arrive and other threads run until they wait.
static void settle(void) {
  if (settling) {
    usleep(20000);
    return;
  }
  for (int i = 0; i < started; i++)
    for (;;) {
      char path[60], text[100] = "";
      struct waiter *w = &waiters[i];
      int tid = __atomic_load_n(&w->tid, __ATOMIC_SEQ_CST);
      if (__atomic_load_n(&w->ended, __ATOMIC_SEQ_CST)) break;
      snprintf(path, sizeof path, "/proc/self/task/%d/stat", tid);
      int f = open(path, O_RDONLY);
      long n = read(f, text, sizeof text - 1);
      close(f);
      char *state = n > 0 ? strrchr(text, ')') : 0;
      if (tid && state && state[2] == 'S') break;
      sched_yield();
    }
}

static struct sockaddr_storage address;
static socklen_t length;

// The address of a port, or a name.
static void *where(const char *name) {
  memset(&address, 0, sizeof address);
  if (name[0] >= '0' && name[0] <= '9') {
    struct sockaddr_in *a = (void *)&address;
    a->sin_family = AF_INET, a->sin_port = htons(atoi(name)), a->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    length = sizeof *a;
  } else {
    struct sockaddr_un *a = (void *)&address;
    a->sun_family = AF_UNIX, length = 2 + strlen(name) + 1;
    strcpy(a->sun_path + (name[0] == '@'), name + (name[0] == '@'));
  }
  return &address;
}

static void told(const char *name, int result) {
  tell(name, result, 0);
  if (result >= 0 && address.ss_family == AF_INET) {
    int port = ntohs(((struct sockaddr_in *)&address)->sin_port);
    printf("  port %d\n", port < 20000 ? port : 0);
  } else if (result >= 0)
    printf("  name %s length %d\n", length > 2 ? ((struct sockaddr_un *)&address)->sun_path : "", length > 2 ? (int)length : 0);
}

static void fill(int n, int c) {
  for (int i = 0; i < n; i++) buf[i] = 'a' + (c + i) % 26;
}

static int put(int slot, int f) {
  if (f >= 0) {
    if (fd[slot] >= 0) close(fd[slot]);
    fd[slot] = f;
  }
  return f >= 0 ? 0 : f;
}

static void execute(char *name, char *s, char *t, int slot, long a, long b) {
  int f = slot >= 0 ? fd[slot] : -1;
  long n;
  struct stat st;
#define IS(x) (!strcmp(name, x))
  if (IS("open")) tell(name, put(slot, open(s, a, 0644)), 0);
  if (IS("close")) tell(name, close(f), 0), fd[slot] = -1;
  if (IS("read")) n = read(f, buf, a), tell(name, n, n);
  if (IS("pread")) n = pread(f, buf, a, b), tell(name, n, n);
  if (IS("write")) fill(a, b), tell(name, write(f, buf, a), 0);
  if (IS("pwrite")) fill(a, b), tell(name, pwrite(f, buf, a, b), 0);
  struct iovec v[2] = {{buf, a / 2}, {buf + a / 2, a - a / 2}};
  if (IS("readv")) n = readv(f, v, 2), tell(name, n, n);
  if (IS("writev")) fill(a, b), tell(name, writev(f, v, 2), 0);
  if (IS("lseek")) tell(name, lseek(f, a, b), 0);
  if (IS("ftruncate")) tell(name, ftruncate(f, a), 0);
  if (IS("truncate")) tell(name, truncate(s, a), 0);
  if (IS("fallocate")) tell(name, fallocate(f, b ? FALLOC_FL_KEEP_SIZE : 0, 0, a), 0);
  if (IS("fsync")) tell(name, a ? fdatasync(f) : fsync(f), 0);
  if (IS("rename")) tell(name, a ? renameat2(AT_FDCWD, s, AT_FDCWD, t, RENAME_NOREPLACE) : rename(s, t), 0);
  if (IS("link")) tell(name, link(s, t), 0);
  if (IS("unlink")) tell(name, unlink(s), 0);
  if (IS("rmdir")) tell(name, rmdir(s), 0);
  if (IS("mkdir")) tell(name, mkdir(s, 0755), 0);
  if (IS("chdir")) tell(name, chdir(s), 0);
  if (IS("dup")) tell(name, put(slot, dup(fd[a])), 0);
  if (IS("dup2")) n = dup2(fd[a], f), tell(name, n < 0 ? n : n == f, 0);
  if (IS("getfl")) tell(name, fcntl(f, F_GETFL), 0);
  if (IS("setfl")) tell(name, fcntl(f, F_SETFL, a), 0);
  if (IS("fd")) tell(name, a & 2 ? fcntl(f, F_SETFD, a & 1) : fcntl(f, F_GETFD), 0);
  if (IS("flock")) tell(name, flock(f, a | LOCK_NB), 0);
  if (IS("available")) n = 0, tell(name, ioctl(f, FIONREAD, &n) < 0 ? (errno = EINVAL, -1) : 0, 0), printf("  %ld\n", n); // older kernels give another error
  if (IS("stat") || IS("fstat")) {
    int r = IS("stat") ? stat(s, &st) : fstat(f, &st);
    tell(name, r, 0);
    if (r == 0) printf("  %o %ld %ld\n", st.st_mode, S_ISREG(st.st_mode) ? (long)st.st_size : 0, S_ISREG(st.st_mode) ? (long)st.st_nlink : 0);
  }
  if (IS("list")) dump(".");
  if (IS("map")) {
    if (map[slot]) munmap(map[slot], mapped[slot]), map[slot] = 0;
    char *p = mmap(0, a, PROT_READ | PROT_WRITE, b ? MAP_PRIVATE : MAP_SHARED, f, 0);
    tell(name, p == MAP_FAILED ? -1 : 0, 0);
    if (p != MAP_FAILED) map[slot] = p, mapped[slot] = a, mappedfd[slot] = dup(f);
  }
  if (IS("poke") && map[slot] && a >= 0 && a < mapped[slot] && fstat(mappedfd[slot], &st) == 0 && a < (st.st_size + 4095) / 4096 * 4096) map[slot][a] = b, printf("poke\n");
  if (IS("msync") && map[slot]) tell(name, msync(map[slot], mapped[slot], a ? MS_SYNC : MS_ASYNC), 0);
  if (IS("unmap") && map[slot]) tell(name, munmap(map[slot], mapped[slot]), 0), map[slot] = 0;

  if (IS("socket")) {
    int new = socket(a ? AF_UNIX : AF_INET, (b ? SOCK_DGRAM : SOCK_STREAM) | SOCK_NONBLOCK, 0), yes = 1;
    if (!b) setsockopt(new, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    tell(name, put(slot, new), 0);
  }
  if (IS("pair") || IS("pipe")) {
    int two[2], r = IS("pair") ? socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, two) : pipe2(two, O_NONBLOCK);
    tell(name, r, 0);
    put(slot, two[0]), put((slot + 1) % slots, two[1]);
  }
  if (IS("bind")) where(s), tell(name, bind(f, (void *)&address, length), 0);
  if (IS("listen")) tell(name, listen(f, 5), 0);
  if (IS("connect")) where(s), tell(name, connect(f, (void *)&address, length), 0);
  memset(&address, 0, IS("accept") || IS("name") || IS("peer") || IS("from") ? sizeof address : 0);
  length = sizeof address;
  if (IS("accept")) told(name, put(slot, accept4(fd[a], (void *)&address, &length, SOCK_NONBLOCK)));
  if (IS("name")) told(name, getsockname(f, (void *)&address, &length));
  if (IS("peer")) told(name, getpeername(f, (void *)&address, &length));
  if (IS("send")) fill(a, b), tell(name, send(f, buf, a, MSG_NOSIGNAL), 0);
  if (IS("sendto")) fill(a, b), where(s), tell(name, sendto(f, buf, a, MSG_NOSIGNAL, (void *)&address, length), 0);
  if (IS("recv")) n = recv(f, buf, a, b ? MSG_PEEK : 0), tell(name, n, n);
  if (IS("from")) n = recvfrom(f, buf, a, b ? MSG_TRUNC : 0, (void *)&address, &length), tell(name, n, n < a ? n : a), told(name, n < 0 ? -1 : 0);
  if (IS("shutdown")) tell(name, shutdown(f, a), 0);
  if (IS("option")) {
    int v = 0, which[] = {SO_ERROR, SO_TYPE, SO_DOMAIN, SO_PROTOCOL, SO_ACCEPTCONN};
    socklen_t size = sizeof v;
    tell(name, getsockopt(f, SOL_SOCKET, which[a], &v, &size), 0);
    printf("  %d\n", v);
  }
  if (IS("event")) tell(name, put(slot, eventfd(a, EFD_NONBLOCK | (b ? EFD_SEMAPHORE : 0))), 0);
  if (IS("add")) {
    unsigned long v = a;
    tell(name, write(f, &v, sizeof v), 0);
  }
  if (IS("poll")) {
    struct pollfd p = {f, a, 0};
    int r = poll(&p, 1, 0);
    tell(name, r, 0), printf("  %x\n", p.revents);
  }
  if (IS("select")) {
    fd_set set[3];
    struct timeval now = {0, 0};
    for (int k = 0; k < 3; k++) {
      FD_ZERO(&set[k]);
      for (int i = 0; i < slots; i++)
        if (fd[i] >= 0) FD_SET(fd[i], &set[k]);
    }
    tell(name, select(1000, &set[0], &set[1], &set[2], &now), 0);
    for (int i = 0; i < slots; i++)
      if (fd[i] >= 0) printf("  %d: %d %d %d\n", i, !!FD_ISSET(fd[i], &set[0]), !!FD_ISSET(fd[i], &set[1]), !!FD_ISSET(fd[i], &set[2]));
  }
  if (IS("epoll")) tell(name, put(slot, epoll_create1(0)), 0);
  if (IS("watch")) {
    struct epoll_event e = {.events = strtol(s, 0, 16), .data.u32 = a};
    tell(name, epoll_ctl(f, b, fd[a], &e), 0);
  }
  if (IS("events")) {
    struct epoll_event e[slots];
    unsigned seen[slots] = {0};
    int r = epoll_wait(f, e, slots, 0);
    tell(name, r, 0);
    for (int i = 0; i < r; i++) seen[e[i].data.u32 % slots] |= e[i].events | 1u << 31;
    for (int i = 0; i < slots; i++)
      if (seen[i]) printf("  %d: %x\n", i, seen[i] & 0x7fffffff);
  }

  if (IS("wait") && started < threads) {
    struct waiter *w = &waiters[started];
    w->word = slot % 3, w->mask = a;
    pthread_t p;
    tell(name, pthread_create(&p, 0, waits, w), 0);
    started++;
  }
  int *w1 = &words[slot < 0 ? 0 : slot % 3], *w2 = &words[b >= 0 ? b % 3 : 0];
  struct timespec soon = {0, 1000};
  if (IS("timed")) tell(name, futex(w1, FUTEX_WAIT, a, &soon, 0, 0), 0);
  if (IS("wake")) tell(name, futex(w1, FUTEX_WAKE, a, 0, 0, 0), 0);
  if (IS("bits")) tell(name, futex(w1, FUTEX_WAKE_BITSET, 10, 0, 0, a), 0);
  if (IS("requeue")) moved |= w1 != w2, tell(name, futex(w1, FUTEX_CMP_REQUEUE, a, (void *)2L, w2, *w1), 0);
  if (IS("unequal")) tell(name, futex(w1, FUTEX_CMP_REQUEUE, a, (void *)2L, w2, *w1 + 1), 0);
  settle();
  for (int i = 0; i < started; i++)
    if (woken[i]) printf("  thread %d is awake\n", moved ? 0 : i), woken[i] = 0; // the kernel may mix those that were moved with others
}

int main(int argc, char **argv) {
  settling = argc > 1;
  if (!settling) { // the network is a new one
    struct ifreq r = {.ifr_name = "lo", .ifr_flags = IFF_UP | IFF_RUNNING};
    int s = socket(AF_INET, SOCK_DGRAM, 0);
    ioctl(s, SIOCSIFFLAGS, &r);
    close(s);
  }
  setvbuf(stdout, 0, _IOLBF, 0);
  signal(SIGPIPE, SIG_IGN);
  memset(fd, -1, sizeof fd);
  int mark = open(".done", O_CREAT | O_EXCL, 0600);
  if (mark < 0) {
    dump(".");
    return 0;
  }
  close(mark);
  FILE *f = fopen("script", "r");
  char line[200], name[20], s[60], t[60];
  int slot;
  long a, b;
  while (f && fgets(line, sizeof line, f) && sscanf(line, "%19s %59s %59s %d %ld %ld", name, s, t, &slot, &a, &b) == 6) execute(name, s, t, slot, a, b);
  _exit(0);
}

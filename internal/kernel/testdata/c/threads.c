// A server and a client with threads, condition variables with timeouts, poll, and sockets that block.
#include <arpa/inet.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int sum, ended;

static struct sockaddr_in address(const char *ip) {
  struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = htons(7000)};
  a.sin_addr.s_addr = ip ? inet_addr(ip) : INADDR_ANY;
  return a;
}

static void *serve(void *p) {
  int fd = (int)(long)p, n;
  char b[64];
  struct pollfd f = {fd, POLLIN, 0};
  while (poll(&f, 1, 1000) >= 0 && (n = read(fd, b, sizeof b)) > 0) {
    pthread_mutex_lock(&mutex);
    for (int i = 0; i < n; i++) sum += b[i] - '0';
    n = snprintf(b, sizeof b, "%d\n", sum);
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
    if (write(fd, b, n) < 0) break;
  }
  close(fd);
  pthread_mutex_lock(&mutex);
  ended++;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&mutex);
  return 0;
}

static const char *server;

static void *ask(void *p) {
  struct sockaddr_in a = address(server);
  char b[64];
  int fd;
  for (;;) {
    fd = socket(AF_INET, SOCK_STREAM, 0);
    if (connect(fd, (void *)&a, sizeof a) == 0) break;
    close(fd);
    usleep(20000);
  }
  for (int i = 0; i < 5; i++) {
    b[0] = '1' + (long)p;
    if (write(fd, b, 1) < 0) perror("write");
    fd_set set;
    FD_ZERO(&set);
    FD_SET(fd, &set);
    struct timeval t = {2, 0};
    select(fd + 1, &set, 0, 0, &t);
    int n = read(fd, b, sizeof b - 1);
    b[n > 0 ? n : 0] = 0;
    printf("%ld: %s", (long)p, b);
  }
  close(fd);
  return 0;
}

int main(int argc, char **argv) {
  pthread_t t[4];
  if (argc > 1) {
    server = argv[1];
    for (long i = 0; i < 3; i++) pthread_create(&t[i], 0, ask, (void *)i);
    for (long i = 0; i < 3; i++) pthread_join(t[i], 0);
    return 0;
  }
  struct sockaddr_in a = address(0);
  int l = socket(AF_INET, SOCK_STREAM, 0), timeouts = 0;
  if (bind(l, (void *)&a, sizeof a) || listen(l, 5)) return 1;
  for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, serve, (void *)(long)accept(l, 0, 0));
  pthread_mutex_lock(&mutex);
  while (ended < 3) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 30000000;
    if (until.tv_nsec >= 1000000000) until.tv_sec++, until.tv_nsec -= 1000000000;
    if (pthread_cond_timedwait(&changed, &mutex, &until)) timeouts++;
  }
  pthread_mutex_unlock(&mutex);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  printf("sum %d timeouts %d at %ld\n", sum, timeouts, (long)time(0));
  return 0;
}

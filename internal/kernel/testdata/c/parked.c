// Threads wait in calls of several kinds, get a signal there, and go on. Meanwhile a child is made, waits too, and is killed.
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { count = 64 };
static int event;
static sem_t lock;
static volatile int handled, interrupted, passed;

static void handle(int s) { handled++; }

static void *park(void *arg) {
	long i = (long)arg;
	for (;;) {
		uint64_t x;
		struct timespec day = {86400, 0};
		int e = i % 3 == 0 ? read(event, &x, 8) != 8 : i % 3 == 1 ? sem_wait(&lock) : nanosleep(&day, NULL);
		if (e && errno != EINTR)
			abort();
		interrupted += e != 0;
		if (!e || i % 3 == 2)
			break;
	}
	passed++;
	return NULL;
}

int main(void) {
	struct sigaction a = {.sa_handler = handle};
	pthread_t threads[count];
	event = eventfd(0, EFD_SEMAPHORE);
	sem_init(&lock, 0, 0);
	sigaction(SIGUSR1, &a, NULL);
	signal(SIGPIPE, SIG_IGN);
	for (long i = 0; i < count; i++)
		pthread_create(&threads[i], NULL, park, (void *)i);
	usleep(50000);
	pid_t child = fork();
	if (child == 0) {
		uint64_t x;
		read(event, &x, 8);
		_exit(3);
	}
	usleep(50000);
	for (int i = 0; i < count; i++)
		pthread_kill(threads[i], SIGUSR1);
	usleep(50000);
	int status;
	kill(child, SIGKILL);
	waitpid(child, &status, 0);
	uint64_t some = count;
	write(event, &some, 8);
	for (int i = 0; i < count; i++)
		sem_post(&lock);
	for (int i = 0; i < count; i++)
		pthread_join(threads[i], NULL);
	printf("handled %d interrupted %d passed %d child %d\n", handled, interrupted, passed, status);
	// A process that ends while its threads wait.
	for (long i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, park, (void *)0L);
	usleep(50000);
	return 0;
}

// What the Glibc module does not show to Swift: a few system calls, and the hooks of Thread Sanitizer.
// Header only: nothing is compiled, so a program that embeds a library of ours needs no C of its own.
#ifndef RIVULET_CLINUX_H
#define RIVULET_CLINUX_H

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>

// glibc declares these only under _GNU_SOURCE, which Swift's importer does not define.
extern int accept4(int descriptor, struct sockaddr *address, socklen_t *length, int flags);
extern int memfd_create(const char *name, unsigned int flags);
extern pid_t gettid(void);

// Where the frame of the calling function is, for tests of how much stack something takes.
static inline void *rivulet_frame_address(void) { return __builtin_frame_address(0); }

// Thread Sanitizer does not see the futex behind Synchronization.Mutex, so a lock tells it of each acquire and
// release. The symbols are weak: absent (null) unless the program is built with --sanitize=thread.
extern void __tsan_acquire(void *address) __attribute__((weak));
extern void __tsan_release(void *address) __attribute__((weak));

static inline void rivulet_tsan_acquire(void *address) {
    if (__tsan_acquire) __tsan_acquire(address);
}
static inline void rivulet_tsan_release(void *address) {
    if (__tsan_release) __tsan_release(address);
}

#endif

// Linked into the benchmark only: takes the place of the C library's allocation functions, counts, and calls them by
// their other names. Those that free need no place taken. Not under a sanitizer, which takes the same places, and is in
// the test bundle together with this: then nothing is counted.

#include "CAllocations.h"

#include <stdatomic.h>
#include <stddef.h>

static atomic_ulong allocations;

unsigned long rivulet_allocation_count(void) { return atomic_load_explicit(&allocations, memory_order_relaxed); }

#if !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static void count(void) { atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed); }

void *malloc(size_t size) {
    count();
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    count();
    return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
    count();
    return __libc_realloc(block, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
    count();
    *block = __libc_memalign(alignment, size);
    return *block || size == 0 ? 0 : 12;
}

#endif

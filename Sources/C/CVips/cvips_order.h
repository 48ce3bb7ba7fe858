// Annotations for ThreadSanitizer. libvips' threads are ordered by GLib locks that ThreadSanitizer cannot see; these
// functions declare that everything before `cvips_tsan_release` happens before `cvips_tsan_acquire` with the same address
// returns. In other builds both do nothing.

#ifndef CVIPS_ORDER_H
#define CVIPS_ORDER_H

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define CVIPS_USES_TSAN
#endif
#endif

#ifdef CVIPS_USES_TSAN
void __tsan_acquire(void *address);
void __tsan_release(void *address);
static inline void cvips_tsan_acquire(void *address) { __tsan_acquire(address); }
static inline void cvips_tsan_release(void *address) { __tsan_release(address); }
#else
static inline void cvips_tsan_acquire(void *address) { (void) address; }
static inline void cvips_tsan_release(void *address) { (void) address; }
#endif

#endif

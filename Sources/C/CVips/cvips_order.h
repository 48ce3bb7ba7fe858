// What libvips' threads do, they do one after the other, by locks of GLib that ThreadSanitizer cannot see. This tells it:
// what was done before `cvips_done_with` was done before `cvips_after` of the same address returns. Elsewhere both are nothing.

#ifndef CVIPS_ORDER_H
#define CVIPS_ORDER_H

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define CVIPS_TELLS_ORDER
#endif
#endif

#ifdef CVIPS_TELLS_ORDER
void __tsan_acquire(void *address);
void __tsan_release(void *address);
static inline void cvips_after(void *address) { __tsan_acquire(address); }
static inline void cvips_done_with(void *address) { __tsan_release(address); }
#else
static inline void cvips_after(void *address) { (void) address; }
static inline void cvips_done_with(void *address) { (void) address; }
#endif

#endif

// Coordination of the threads that call libvips, and collection of its warnings.
//
// libvips has one error buffer for the whole process, so a message in it reliably belongs to a call only if no other
// thread called libvips in the meantime. Warnings are delivered through GLib on the thread whose call caused them.

#ifndef CVIPS_CALLS_H
#define CVIPS_CALLS_H

// Begin and end calls that may run concurrently with those of other threads. Pairs can be nested within a thread; only
// the outermost counts. The error buffer is initially empty unless other threads are calling. cvips_end() returns
// nonzero if another thread called libvips in the meantime, and 0 for an inner pair.
void cvips_begin(void);
int cvips_end(void);

// The same, but waits until no other thread calls libvips, and blocks others until the end.
void cvips_begin_exclusive(void);
void cvips_end_exclusive(void);

// Receives the warnings of the calling thread. A NULL function ignores them.
typedef struct {
    void (*function)(void *context, const char *text);
    void *context;
} cvips_listener;

cvips_listener cvips_listen(cvips_listener listener);

// Redirects the warnings of libvips and of GLib's objects from standard error to the listener of their thread.
void cvips_catch_warnings(void);

// Returns the latest decoder warning on the calling thread since its outermost begin; empty if there is none.
const char *cvips_latest_warning(void);

#endif

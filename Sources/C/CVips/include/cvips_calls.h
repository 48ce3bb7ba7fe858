// Which threads call libvips at the same time, and what libvips warns of.
//
// libvips has one buffer for the errors of the whole process, so a message in it belongs to a call for certain only if no
// other thread called libvips meanwhile. Warnings come by way of GLib in the thread whose call they are about.

#ifndef CVIPS_CALLS_H
#define CVIPS_CALLS_H

// Begins and ends calls that may run beside those of other threads. Pairs may be nested in one thread; only the outermost
// counts. The error buffer is empty at first, unless other threads are calling. cvips_end() gives other than 0 when another
// thread called libvips meanwhile, and 0 for an inner pair.
void cvips_begin(void);
int cvips_end(void);

// The same, but waits until no other thread calls libvips, and keeps others waiting until the end.
void cvips_begin_alone(void);
void cvips_end_alone(void);

// Takes the warnings of the calling thread; nothing where the function is NULL. Gives the former listener.
typedef struct {
    void (*function)(void *context, const char *text);
    void *context;
} cvips_listener;

cvips_listener cvips_listen(cvips_listener listener);

// Has the warnings of libvips, and of GLib's objects, go to the listener of their thread instead of standard error.
void cvips_catch_warnings(void);

// The latest warning of a decoder in the calling thread since its outermost begin; empty where there is none.
const char *cvips_latest_warning(void);

#endif

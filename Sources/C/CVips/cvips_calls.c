#include "cvips_calls.h"

#include <pthread.h>
#include <stdint.h>

#include "cvips_library.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
// Guarded by the lock: the number of threads calling libvips, the number waiting to do so alone, whether one does, and
// the number of calls begun so far.
static int active;
static int waiting;
static int is_exclusive;
static uint64_t begun;

static _Thread_local int depth;
static _Thread_local int began_concurrently;
static _Thread_local uint64_t number;
static _Thread_local cvips_listener listener;
static _Thread_local char latest[256];

static void clear(void) {
    if (cvips_library_load() == NULL) vips_error_clear();
    latest[0] = 0;
}

void cvips_begin(void) {
    if (depth++ > 0) return;
    pthread_mutex_lock(&lock);
    while (is_exclusive || waiting > 0) pthread_cond_wait(&changed, &lock);
    began_concurrently = active > 0;
    active++;
    number = ++begun;
    if (!began_concurrently) clear();
    pthread_mutex_unlock(&lock);
    latest[0] = 0;
}

int cvips_end(void) {
    if (--depth > 0) return 0;
    pthread_mutex_lock(&lock);
    active--;
    int was_concurrent = began_concurrently || begun != number;
    if (active == 0) pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    return was_concurrent;
}

void cvips_begin_exclusive(void) {
    if (depth++ > 0) return;
    pthread_mutex_lock(&lock);
    waiting++;
    while (active > 0 || is_exclusive) pthread_cond_wait(&changed, &lock);
    waiting--;
    is_exclusive = 1;
    clear();
    pthread_mutex_unlock(&lock);
}

void cvips_end_exclusive(void) {
    if (--depth > 0) return;
    pthread_mutex_lock(&lock);
    is_exclusive = 0;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

cvips_listener cvips_listen(cvips_listener next) {
    cvips_listener former = listener;
    listener = next;
    return former;
}

static void take_message(const gchar *domain, GLogLevelFlags level, const gchar *message, gpointer data) {
    (void) domain;
    (void) data;
    if ((level & G_LOG_LEVEL_WARNING) == 0 || message == NULL) return;
    // A decoder's message is followed by one that gives the position in the image, which is ignored.
    if (!g_str_has_prefix(message, "error in tile ")) g_strlcpy(latest, message, sizeof latest);
    if (listener.function != NULL) listener.function(listener.context, message);
}

void cvips_catch_warnings(void) {
    const GLogLevelFlags levels = G_LOG_LEVEL_WARNING | G_LOG_LEVEL_MESSAGE | G_LOG_LEVEL_INFO;
    g_log_set_handler("VIPS", levels, take_message, NULL);
    g_log_set_handler("GLib-GObject", levels, take_message, NULL);
}

const char *cvips_latest_warning(void) { return latest; }

// Either of these modules declares `timespec`, depending on what the other files import.
import CDispatch
import Glibc

/// Returns the processor time that some work takes on its thread, which other work on the machine does not affect.
public func threadTime(of body: () throws -> Void) rethrows -> Duration {
    func now() -> Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
    let start = now()
    try body()
    return now() - start
}

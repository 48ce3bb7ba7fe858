// One of these two declares `timespec`: which, depends on what the other files import.
import CDispatch
import Glibc

/// The processor time that some work takes on the thread that does it: that the machine has other work to do is not in it.
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

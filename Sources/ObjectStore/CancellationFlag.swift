import Synchronization

/// The cancellation flag of a task, for use on other threads, where `Task.isCancelled` is always false.
package final class CancellationFlag: Sendable {
    private let flag = Atomic(false)

    package init() {}

    package var isSet: Bool { flag.load(ordering: .relaxed) }

    package func set() { flag.store(true, ordering: .relaxed) }
}

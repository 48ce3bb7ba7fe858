/// A reserved place, or reserved memory, which is released with the last reference to it.
final class Reservation: Sendable {
    private let release: @Sendable () -> Void

    init(release: @escaping @Sendable () -> Void) { self.release = release }

    deinit { release() }
}

import NIOConcurrencyHelpers

/// The lengths of long responses that were made before, for HEAD requests: the same content always has the same length.
final class ResponseLengths: Sendable {
    /// The maximum number of lengths. Beyond it, all are forgotten.
    private static let limit = 1_024

    private let lengths = NIOLockedValueBox<[String: Int]>([:])

    /// Returns the length of the response with a validator, if it is known.
    func length(of validator: String) -> Int? { lengths.withLockedValue { $0[validator] } }

    func remember(_ length: Int, of validator: String) {
        lengths.withLockedValue { lengths in
            if lengths.count >= Self.limit { lengths = [:] }
            lengths[validator] = length
        }
    }
}

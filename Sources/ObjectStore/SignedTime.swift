import FileSupport
import Foundation

/// A time in the form that signatures use: `20130524T000000Z`, in UTC.
struct SignedTime: Sendable, Equatable {
    /// The time, to the second.
    let text: String
    /// The day, such as `20130524`.
    var day: Substring { text.prefix(8) }

    init(_ date: Date = Date()) {
        let second = Int64(exactly: date.timeIntervalSince1970.rounded(.down)) ?? 0
        text = UTCTime(second: second).basic
    }

    /// Creates a time from its text, for test vectors.
    init(text: String) { self.text = text }
}

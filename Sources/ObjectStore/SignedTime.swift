import FileSupport
import Foundation

/// A time in the form that signatures use: `20130524T000000Z`, in UTC.
struct SignedTime: Sendable, Equatable {
    /// The time, to the second.
    let text: String
    /// The day, such as `20130524`.
    var day: Substring { text.prefix(8) }

    init(_ date: Date = Date()) {
        text = UTCTime(date).basic
    }

    /// Creates a time from its text, for test vectors.
    init(text: String) { self.text = text }
}

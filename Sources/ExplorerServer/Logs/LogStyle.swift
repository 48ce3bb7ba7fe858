/// How lines of a log are written.
public enum LogStyle: String, Sendable, CaseIterable {
    /// For people: the time, what happened, and `name=value`.
    case plain
    /// For programs: an object a line (https://jsonlines.org).
    case json
}

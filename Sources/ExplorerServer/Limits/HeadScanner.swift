import HTTPTypes
import NIOCore

#if canImport(Glibc)
    import Glibc
#endif

/// Finds where a request's head ends, in bytes that arrive bit by bit, and refuses it as soon as it is beyond a bound.
///
/// It frames more strictly than the decoder behind it (RFC 9112, sections 2.2, 3, 5 and 6), so that both always agree where
/// a request ends: lines end with CR LF, none is folded, a body's length is said once, in digits.
struct HeadScanner {
    enum Verdict {
        /// The end has not come yet.
        case incomplete
        case complete(Head)
        case refused(Problem)
    }

    /// A whole head.
    struct Head: Equatable {
        let byteCount: Int
        /// How many bytes of a body follow.
        var bodyByteCount = 0
        /// Whether the connection is to end with the answer.
        var isLast = false
        /// Where fields named Upgrade begin.
        var upgrades: [Int] = []
    }

    /// The longest method, in bytes.
    private static let methodLimit = 37
    /// What the first line may have besides its target: a method, two spaces, the version and CR.
    private static let lineRest = methodLimit + 11
    /// How many empty lines may stand before a request, which old clients send after a body.
    private static let emptyLineLimit = 4

    private let limits: ServerLimits
    /// Where the line begins that is looked at, and up to where it is known to have no end.
    private var lineStart = 0
    private var searchedEnd = 0
    private var emptyLineCount = 0
    private var hasRequestLine = false
    private var headerCount = 0
    private var headerByteCount = 0
    private var bodyByteCount: Int?
    private var isChunked = false
    private var isLast = false
    private var upgrades: [Int] = []

    init(limits: ServerLimits) { self.limits = limits }

    /// Looks at the bytes from where it stopped.
    ///
    /// - Parameter bytes: All bytes of the head that have arrived, from its first one.
    /// - Complexity: O(*n*) in the number of bytes that are new since the last call.
    mutating func read(_ bytes: UnsafeRawBufferPointer) -> Verdict {
        while let end = endOfLine(bytes) {
            let line = UnsafeRawBufferPointer(rebasing: bytes[lineStart..<end - 1])
            (lineStart, searchedEnd) = (end, end)
            guard line.last == UInt8(ascii: "\r") else {
                return .refused(Self.malformed("a line that does not end with CR LF"))
            }
            if let verdict = take(UnsafeRawBufferPointer(rebasing: line.dropLast()), end: end) { return verdict }
        }
        return checkUnfinished(UnsafeRawBufferPointer(rebasing: bytes[lineStart...]))
    }

    /// The position after the next line feed.
    private mutating func endOfLine(_ bytes: UnsafeRawBufferPointer) -> Int? {
        guard searchedEnd < bytes.count, let base = bytes.baseAddress else { return nil }
        guard let found = memchr(base + searchedEnd, 0x0A, bytes.count - searchedEnd) else {
            searchedEnd = bytes.count
            return nil
        }
        return base.distance(to: UnsafeRawPointer(found)) + 1
    }

    /// Takes a line without its CR LF; gives the verdict if it is the last one, or one too many.
    private mutating func take(_ line: UnsafeRawBufferPointer, end: Int) -> Verdict? {
        guard hasRequestLine else {
            if line.isEmpty {
                emptyLineCount += 1
                return emptyLineCount > Self.emptyLineLimit ? .refused(Self.malformed("empty lines")) : nil
            }
            hasRequestLine = true
            return problem(ofRequestLine: line).map { .refused($0) }
        }
        guard !line.isEmpty else {
            if isChunked {
                let problem =
                    bodyByteCount == nil
                    ? Self.largeBody("a body in chunks, expected one with Content-Length")
                    : Self.malformed("a body with Content-Length and Transfer-Encoding, expected one of them")
                return .refused(problem)
            }
            let bodyByteCount = bodyByteCount ?? 0
            guard bodyByteCount <= limits.bodyByteCount else {
                return .refused(
                    Self.largeBody("a body of \(bodyByteCount) bytes, expected at most \(limits.bodyByteCount)"))
            }
            return .complete(
                Head(byteCount: end, bodyByteCount: bodyByteCount, isLast: isLast, upgrades: upgrades))
        }
        headerCount += 1
        headerByteCount += line.count + 2
        return problem(ofField: line, at: end - line.count - 2).map { .refused($0) }
    }

    /// The bounds for a line that has no end yet.
    private func checkUnfinished(_ rest: UnsafeRawBufferPointer) -> Verdict {
        guard hasRequestLine else {
            // What is no HTTP, such as the beginning of TLS, is not waited for.
            if let first = rest.first, !Self.isUpperCase(first), first != 0x0D {
                return .refused(Self.malformed("a first line that is none"))
            }
            return rest.count > limits.targetByteCount + Self.lineRest ? .refused(longTarget(nil)) : .incomplete
        }
        return headerByteCount + rest.count > limits.headerByteCount + 2 ? .refused(largeHeader) : .incomplete
    }

    private func problem(ofRequestLine line: UnsafeRawBufferPointer) -> Problem? {
        guard let first = line.first, Self.isUpperCase(first), let methodEnd = line.firstIndex(of: 0x20),
            let targetEnd = line.lastIndex(of: 0x20), targetEnd > methodEnd + 1, methodEnd <= Self.methodLimit,
            line[(targetEnd + 1)...].elementsEqual("HTTP/1.1".utf8)
                || line[(targetEnd + 1)...].elementsEqual("HTTP/1.0".utf8)
        else { return Self.malformed("a first line that is not a method, a target and HTTP/1.1") }
        // To the decoder it is an upgrade, after which it reads no more.
        guard !line[..<methodEnd].elementsEqual("CONNECT".utf8) else {
            return Problem(
                status: .methodNotAllowed, detail: "CONNECT is not allowed here, expected GET or HEAD",
                headers: [.allow: "GET, HEAD, OPTIONS"], refusal: .malformed)
        }
        let byteCount = targetEnd - methodEnd - 1
        return byteCount > limits.targetByteCount ? longTarget(byteCount) : nil
    }

    private mutating func problem(ofField line: UnsafeRawBufferPointer, at start: Int) -> Problem? {
        guard headerCount <= limits.headerCount, headerByteCount <= limits.headerByteCount else { return largeHeader }
        // A CR by itself is a line's end for some, and a folded line another field.
        guard line[0] != 0x20, line[0] != 0x09, !line.contains(0x0D) else {
            return Self.malformed("a header line that is folded or has a bare CR")
        }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
            return Self.malformed("a header line without ':'")
        }
        let name = line[..<colon]
        if Self.isName(name, "content-length") {
            guard bodyByteCount == nil, let count = Self.number(line[(colon + 1)...]) else {
                return Self.malformed("a Content-Length that is not one number")
            }
            bodyByteCount = count
        } else if Self.isName(name, "transfer-encoding") {
            isChunked = true
        } else if Self.isName(name, "connection") {
            // As the server behind the decoder has it.
            isLast = Self.trimmed(line[(colon + 1)...]).elementsEqual("close".utf8)
        } else if Self.isName(name, "upgrade") {
            upgrades.append(start)
        }
        return nil
    }

    /// Digits with spaces around them; a number too large for an `Int` is its largest one.
    private static func number(_ text: Slice<UnsafeRawBufferPointer>) -> Int? {
        let digits = trimmed(text)
        guard !digits.isEmpty else { return nil }
        var number = 0
        for digit in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            let (product, overflows) = number.multipliedReportingOverflow(by: 10)
            let (sum, overflowsToo) = product.addingReportingOverflow(Int(digit - UInt8(ascii: "0")))
            number = overflows || overflowsToo ? .max : sum
        }
        return number
    }

    private static func trimmed(_ text: Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer> {
        var text = text.drop { $0 == 0x20 || $0 == 0x09 }
        while let last = text.last, last == 0x20 || last == 0x09 { text = text.dropLast() }
        return text
    }

    private static func isName(_ name: Slice<UnsafeRawBufferPointer>, _ expected: StaticString) -> Bool {
        guard name.count == expected.utf8CodeUnitCount else { return false }
        return zip(name, 0..<name.count).allSatisfy { $0 | 0x20 == expected.utf8Start[$1] }
    }

    private static func isUpperCase(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    }

    private static func malformed(_ what: String) -> Problem {
        Problem(status: .badRequest, detail: "the request has \(what)", refusal: .malformed)
    }

    private static func largeBody(_ what: String) -> Problem {
        Problem(status: .contentTooLarge, detail: "the request has \(what)", refusal: .largeBody)
    }

    private func longTarget(_ byteCount: Int?) -> Problem {
        let found = byteCount.map { "of \($0) bytes" } ?? "too long"
        return Problem(
            status: .uriTooLong, detail: "a target \(found), expected at most \(limits.targetByteCount) bytes",
            refusal: .longTarget)
    }

    private var largeHeader: Problem {
        Problem(
            status: .requestHeaderFieldsTooLarge,
            detail: """
                the request's header is too large, expected at most \(limits.headerCount) lines of \
                \(limits.headerByteCount) bytes together
                """,
            refusal: .largeHeader)
    }
}

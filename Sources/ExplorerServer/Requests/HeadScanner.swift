import DocumentModel
import FileSupport
import HTTPTypes

#if canImport(Glibc)
    import Glibc
#endif

/// Scans a request's head as its bytes arrive: finds where it ends, extracts what decides how it is served, and refuses
/// it as soon as it exceeds a limit.
///
/// The tile lane and the request limits both use it. It is stricter than the decoder behind it (RFC 9112, sections 2.2,
/// 3, 5 and 6), so that all three always agree where a request ends: lines end with CR LF and are never folded, and the
/// body length is stated once, in digits.
struct HeadScanner {
    enum Verdict {
        /// The end has not arrived yet.
        case incomplete
        case complete(RequestHead)
        case refused(Problem)
    }

    /// The maximum length of the method, in bytes.
    private static let methodLimit = 37
    /// The maximum length of the first line without its target: a method, two spaces, the version and CR.
    private static let lineRest = methodLimit + 11
    /// The maximum number of empty lines before a request, which old clients send after a body.
    private static let emptyLineLimit = 4

    private let limits: ServerLimits
    /// The start of the current line, and the position up to which no line end was found.
    private var lineStart = 0
    private var searchedEnd = 0
    private var emptyLineCount = 0
    private var hasRequestLine = false
    private var headerCount = 0
    private var headerByteCount = 0
    private var bodyByteCount: Int?
    private var isChunked = false
    private var hostCount = 0
    private var connectionCount = 0
    private var isKeptAlive = false
    private var head = RequestHead()

    init(limits: ServerLimits) { self.limits = limits }

    /// Continues scanning where the last call stopped.
    ///
    /// - Parameter bytes: All bytes of the head received so far, from the first.
    /// - Complexity: O(*n*) in the number of new bytes since the last call. Allocates nothing unless there is an
    ///   Upgrade field or the request is refused.
    mutating func read(_ bytes: UnsafeRawBufferPointer) -> Verdict {
        do throws(Problem) {
            while let end = endOfLine(bytes) {
                let start = lineStart
                (lineStart, searchedEnd) = (end, end)
                guard end - start >= 2, bytes[end - 2] == 0x0D else {
                    throw Self.malformed("a line that does not end with CR LF")
                }
                if try isLast(start..<end - 2, in: bytes) { return .complete(head) }
            }
            try checkUnfinished(bytes)
            return .incomplete
        } catch {
            return .refused(error)
        }
    }

    /// Returns the position after the next line feed.
    private mutating func endOfLine(_ bytes: UnsafeRawBufferPointer) -> Int? {
        guard searchedEnd < bytes.count, let base = bytes.baseAddress else { return nil }
        guard let found = memchr(base + searchedEnd, 0x0A, bytes.count - searchedEnd) else {
            searchedEnd = bytes.count
            return nil
        }
        return base.distance(to: UnsafeRawPointer(found)) + 1
    }

    /// Processes a line, without its CR LF.
    ///
    /// - Returns: Whether it is the last one.
    private mutating func isLast(_ line: Range<Int>, in bytes: UnsafeRawBufferPointer) throws(Problem) -> Bool {
        guard hasRequestLine else {
            if line.isEmpty {
                emptyLineCount += 1
                if emptyLineCount > Self.emptyLineLimit { throw Self.malformed("empty lines") }
            } else {
                hasRequestLine = true
                try readRequestLine(line, in: bytes)
            }
            return false
        }
        guard line.isEmpty else {
            headerCount += 1
            headerByteCount += line.count + 2
            try readField(line, in: bytes)
            return false
        }
        guard !isChunked else {
            throw bodyByteCount == nil
                ? Problem.largeBody("a body in chunks, expected one with Content-Length")
                : Self.malformed("a body with Content-Length and Transfer-Encoding, expected one of them")
        }
        head.bodyByteCount = bodyByteCount ?? 0
        let limit = limits.bodyByteCount(head.method == .other ? ServerLimits.bodyKind(bytes[head.target]) : .small)
        guard head.bodyByteCount <= limit else {
            throw .largeBody(head.bodyByteCount, limit: limit)
        }
        guard hostCount == 1 || hostCount == 0 && head.persistence.isOld else {
            throw Self.malformed("\(hostCount) fields named Host, expected one")
        }
        head.byteCount = line.upperBound + 2
        if head.persistence.isOld, !isKeptAlive { head.persistence.isLast = true }
        if head.persistence.isLast || emptyLineCount > 0 { head.isPlain = false }
        if connectionCount > 1 { head.isLastToServer = false }
        return true
    }

    /// Checks the limits of an incomplete line.
    private func checkUnfinished(_ bytes: UnsafeRawBufferPointer) throws(Problem) {
        let count = bytes.count - lineStart
        guard hasRequestLine else {
            // Refuses immediately what is not HTTP, such as the start of TLS.
            if count > 0, !Self.isUpperCase(bytes[lineStart]), bytes[lineStart] != 0x0D {
                throw Self.malformed("an invalid request line")
            }
            if count > limits.targetByteCount + Self.lineRest {
                throw .longTarget(nil, limit: limits.targetByteCount)
            }
            return
        }
        if headerByteCount + count > limits.headerByteCount + 2 { throw largeHeader }
    }

    private mutating func readRequestLine(
        _ range: Range<Int>, in bytes: UnsafeRawBufferPointer
    ) throws(Problem) {
        let line = bytes[range]
        guard Self.isUpperCase(bytes[range.lowerBound]), let methodEnd = line.firstIndex(of: 0x20),
            let targetEnd = line.lastIndex(of: 0x20), targetEnd > methodEnd + 1,
            methodEnd - range.lowerBound <= Self.methodLimit
        else { throw Self.badFirstLine }
        let version = targetEnd + 1..<range.upperBound
        let isCurrent = FieldSyntax.isText(bytes, version, "HTTP/1.1")
        guard isCurrent || FieldSyntax.isText(bytes, version, "HTTP/1.0") else { throw Self.badFirstLine }
        let method = range.lowerBound..<methodEnd
        // The decoder treats it as an upgrade, after which it stops reading.
        guard !FieldSyntax.isText(bytes, method, "CONNECT") else { throw .connect }
        head.target = methodEnd + 1..<targetEnd
        guard bytes[head.target].allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else { throw Self.badFirstLine }
        guard head.target.count <= limits.targetByteCount else {
            throw .longTarget(head.target.count, limit: limits.targetByteCount)
        }
        if FieldSyntax.isText(bytes, method, "GET") {
            head.method = .get
        } else if FieldSyntax.isText(bytes, method, "HEAD") {
            head.method = .head
        }
        head.persistence.isOld = !isCurrent
        head.isPlain =
            isCurrent && head.method != .other && bytes[head.target.lowerBound] == UInt8(ascii: "/")
            && bytes[head.target].allSatisfy { $0 < 0x7F }
    }

    private mutating func readField(_ line: Range<Int>, in bytes: UnsafeRawBufferPointer) throws(Problem) {
        guard headerCount <= limits.headerCount, headerByteCount <= limits.headerByteCount else { throw largeHeader }
        var colon = line.lowerBound
        while colon < line.upperBound, FieldSyntax.isTokenByte(bytes[colon]) { colon += 1 }
        let isRegular =
            colon > line.lowerBound && colon < line.upperBound && bytes[colon] == UInt8(ascii: ":")
            && !FieldSyntax.hasControl(bytes, colon + 1..<line.upperBound)
        if !isRegular {
            head.isPlain = false
            colon = try Self.colon(ofIrregular: line, in: bytes)
        }
        try take(line.lowerBound..<colon, value: colon + 1..<line.upperBound, in: bytes)
    }

    /// Returns the position of the colon in a line that the decoder will probably refuse.
    private static func colon(
        ofIrregular line: Range<Int>, in bytes: UnsafeRawBufferPointer
    ) throws(Problem) -> Int {
        let first = bytes[line.lowerBound]
        // Some parsers take a bare CR for a line end, and a folded line for another field.
        guard first != 0x20, first != 0x09, !bytes[line].contains(0x0D) else {
            throw malformed("a header line that is folded or has a bare CR")
        }
        guard let colon = bytes[line].firstIndex(of: UInt8(ascii: ":")) else {
            throw malformed("a header line without ':'")
        }
        return colon
    }

    /// Extracts what affects where the request ends or who serves it. Most fields do not.
    private mutating func take(
        _ name: Range<Int>, value: Range<Int>, in bytes: UnsafeRawBufferPointer
    ) throws(Problem) {
        func isName(_ expected: StaticString) -> Bool { FieldSyntax.isWord(bytes, name, expected) }
        guard let first = name.first else { return }
        switch bytes[first] | 0x20 {
        case UInt8(ascii: "c"):
            if isName("connection") {
                readConnection(value, in: bytes)
            } else if isName("cookie") {
                if AccessCookie.mayBe(in: bytes, value) { head.isPlain = false }
            } else if isName("content-length") {
                guard bodyByteCount == nil, let count = Self.number(value, in: bytes) else {
                    throw Self.malformed("a Content-Length that is not one number")
                }
                bodyByteCount = count
                head.isPlain = false
            }
        case UInt8(ascii: "t"):
            if isName("transfer-encoding") {
                isChunked = true
                head.isPlain = false
            } else if isName("te") || isName("trailer") {
                head.isPlain = false
            }
        case UInt8(ascii: "u"):
            if isName("upgrade") {
                head.upgrades.append(first)
                head.isPlain = false
            }
        case UInt8(ascii: "h"):
            if isName("host") {
                hostCount += 1
                guard Self.isHost(value, in: bytes) else { throw Self.malformed("an invalid Host") }
            }
        case UInt8(ascii: "i"):
            if isName("if-none-match"), head.ifNoneMatch == nil {
                head.ifNoneMatch = value
            } else if isName("if-modified-since"), head.ifModifiedSince == nil {
                head.ifModifiedSince = value
            } else {
                head.isPlain = false
            }
        case UInt8(ascii: "r"):
            if !isName("referer") { head.isPlain = false }
        case UInt8(ascii: "a"):
            // Tokens and the like are handled by the routes.
            if isName("authorization") { head.isPlain = false }
        case UInt8(ascii: "e"):
            if isName("expect") { head.isPlain = false }
        case UInt8(ascii: "p"):
            if isName("proxy-connection") { head.isPlain = false }
        default: break
        }
    }

    /// Reads the connection options: <https://www.rfc-editor.org/rfc/rfc9110#section-7.6.1>
    private mutating func readConnection(_ value: Range<Int>, in bytes: UnsafeRawBufferPointer) {
        connectionCount += 1
        var start = value.lowerBound
        while start <= value.upperBound {
            var end = start
            while end < value.upperBound, bytes[end] != UInt8(ascii: ",") { end += 1 }
            let option = FieldSyntax.trimmed(bytes, start..<end)
            if FieldSyntax.isWord(bytes, option, "close") {
                head.persistence.isLast = true
            } else if FieldSyntax.isWord(bytes, option, "keep-alive") {
                isKeptAlive = true
            } else if !option.isEmpty {
                head.isPlain = false
            }
            start = end + 1
        }
        if FieldSyntax.isText(bytes, FieldSyntax.trimmed(bytes, value), "close") { head.isLastToServer = true }
    }

    /// Whether a value is plausible for Host: a name or an address and a port, or empty.
    /// <https://www.rfc-editor.org/rfc/rfc9110#section-7.2>, <https://www.rfc-editor.org/rfc/rfc3986#section-3.2.2>
    private static func isHost(_ value: Range<Int>, in bytes: UnsafeRawBufferPointer) -> Bool {
        bytes[FieldSyntax.trimmed(bytes, value)].allSatisfy { byte in
            byte.isASCIIAlphanumeric || byte < 0x80 && "-._~%!$&'()*+,;=:[]".utf8.contains(byte)
        }
    }

    /// Parses digits with optional whitespace around them. Numbers too large for an `Int` become `Int.max`.
    private static func number(_ value: Range<Int>, in bytes: UnsafeRawBufferPointer) -> Int? {
        let digits = bytes[FieldSyntax.trimmed(bytes, value)]
        guard !digits.isEmpty else { return nil }
        var number = 0
        for digit in digits {
            guard digit.isASCIIDigit else { return nil }
            let (product, overflows) = number.multipliedReportingOverflow(by: 10)
            let (sum, overflowsToo) = product.addingReportingOverflow(Int(digit - UInt8(ascii: "0")))
            number = overflows || overflowsToo ? .max : sum
        }
        return number
    }

    private static func isUpperCase(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    }

    private static var badFirstLine: Problem {
        malformed("a first line that is not a method, a target and HTTP/1.1")
    }

    private static func malformed(_ what: String) -> Problem {
        Problem(.badRequest, "the request has \(what)", refusal: .malformed)
    }

    private var largeHeader: Problem {
        .largeHeader(lineLimit: limits.headerCount, byteLimit: limits.headerByteCount)
    }
}

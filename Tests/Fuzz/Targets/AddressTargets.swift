import FileSupport
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOEmbedded
import NIOHTTP1
import WebDocuments

@testable import ClauseStore
@testable import DocumentLibrary
@testable import DocumentModel
@testable import ExplorerServer
@testable import TileEngine

extension FuzzTarget {
    static let addresses = [
        FuzzTarget(name: "address") { readAddress($0) },
        FuzzTarget(name: "lane") { compareWithDecoder($0) },
        FuzzTarget(name: "iiif") { readImageRequest($0) },
        FuzzTarget(name: "query") { readQuery($0) },
        FuzzTarget(name: "values") { readValues($0.text) },
    ]

    // MARK: Paths

    private static func readAddress(_ bytes: UnsafeRawBufferPointer) {
        let text = bytes.text
        require(PercentEncoding.encode(text).removingPercentEncoding == text, "percent encoding of \(text)")
        if let target = TileTarget(bytes) {
            require(!target.image.isEmpty && !target.image.contains("/"), "the image \(target.image)")
            require(target.version != "", "an empty version")
            // The same target in valid UTF-8 is read back unchanged.
            require(TileTarget(address(of: target)) == target, "\(target) is not read back unchanged")
            if case .deepZoom(let place) = target.place, pyramid.contains(place) {
                require(pyramid.tileRegion(of: place) != nil, "no region of \(place)")
            }
        }
        if let own = PreviewedAddress(text, base: "http://localhost:8080") {
            let id = PercentEncoding.encode(own.document)
            let readBack = PreviewedAddress(
                "http://localhost:8080/documents/\(id)\(own.fragment)", base: "http://localhost:8080")
            require(own.document.isEmpty || readBack == own, "\(own) is read back as \(String(describing: readBack))")
        }
        // An administrator's setting is reduced to an origin, whatever else it contained.
        if let base = try? PublicAddress(text, host: "127.0.0.1", port: 8080).base {
            require(base.hasPrefix("http://") || base.hasPrefix("https://"), "the origin \(base)")
            require(!base.contains(where: { $0.isWhitespace || $0.isNewline }), "the origin \(base)")
        }
    }

    private static func address(of target: TileTarget) -> String {
        let suffix = ".\(target.format == .jpeg ? "jpg" : "webp")" + (target.version.map { "?v=\($0)" } ?? "")
        switch target.place {
        case .deepZoom(let place):
            return "/dzi/\(target.image)_files/\(place.level)/\(place.column)_\(place.row)\(suffix)"
        case .map(let z, let x, let y): return "/tiles/\(target.image)/\(z)/\(x)/\(y)\(suffix)"
        case .region(let version, let region, let width, let height):
            let place = region.map { "\($0.x),\($0.y),\($0.width),\($0.height)" } ?? "full"
            return
                "\(version.prefix)\(target.image)/\(place)/\(width),\(height.map(String.init) ?? "")/0/default\(suffix)"
        }
    }

    // MARK: The tile lane

    /// The tile lane's interpretation of a request's header must agree with the decoder behind it.
    private static func compareWithDecoder(_ bytes: UnsafeRawBufferPointer) {
        var limits = ServerLimits()
        limits.bodyByteCount = 0
        func scan(_ bytes: UnsafeRawBufferPointer) -> RequestHead? {
            var scanner = HeadScanner(limits: limits)
            guard case .complete(let head) = scanner.read(bytes) else { return nil }
            return head
        }
        guard let found = scan(bytes), found.isPlain else { return }
        let end = found.byteCount
        require(end <= bytes.count, "a head of \(end) bytes of \(bytes.count)")
        let head = UnsafeRawBufferPointer(rebasing: bytes[..<end])
        require(scan(head) == found, "the bytes after a head change how it is read")
        let cut = UnsafeRawBufferPointer(rebasing: head.dropLast(1 + Int(bytes[end - 3]) % (end - 1)))
        require(scan(cut) == nil, "a truncated head is taken for complete")
        // The guard behind the lane, not the lane, limits the number of fields.
        var bounds = NIOHTTPDecoderLimitConfiguration()
        bounds.maxHeaderFieldCount = head.count
        let decoder = HTTPRequestDecoder(limitConfiguration: bounds)
        let channel = EmbeddedChannel(handler: ByteToMessageHandler(decoder))
        defer { _ = try? channel.finish(acceptAlreadyClosed: true) }
        do {
            try channel.writeInbound(ByteBuffer(bytes: head))
            guard case .head(let request)? = try channel.readInbound(as: HTTPServerRequestPart.self),
                case .end(nil)? = try channel.readInbound(as: HTTPServerRequestPart.self)
            else { fatalError("the decoder finds no complete request without a body") }
            require(
                try channel.readInbound(as: HTTPServerRequestPart.self) == nil,
                "the decoder finds more than one request")
            require(
                request.method == (found.method == .head ? .HEAD : .GET) && request.version == .http1_1, "\(request)")
            require(request.isKeepAlive && !found.persistence.isLast, "the decoder ends the connection: \(request)")
            require(request.uri.utf8.elementsEqual(bytes[found.target]), "the decoder finds the target \(request.uri)")
            require(request.headers["host"].count == 1, "a tile for \(request.headers["host"].count) hosts")
            for name in [
                "range", "if-range", "if-match", "authorization", "content-length", "transfer-encoding", "upgrade",
                "expect",
            ] {
                require(!request.headers.contains(name: name), "a tile for a request with \(name)")
            }
            let conditions = request.headers["if-none-match"]
            let condition = found.ifNoneMatch.map { String(decoding: bytes[$0], as: UTF8.self) }
            require(
                conditions.count == (condition == nil ? 0 : 1)
                    && conditions.allSatisfy { condition.map { $0.contains(conditions[0]) } ?? false || $0.isEmpty },
                "the decoder finds the conditions \(conditions), not \(condition ?? "none")")
        } catch {
            fatalError("the decoder fails with \(error)")
        }
    }

    // MARK: IIIF

    private static let renderer: TileRenderer = {
        do {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("explore-fuzz-\(UUID())")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let path = folder.appendingPathComponent("a.szi").path
            let descriptor = DeepZoomDescriptor(pyramid: pyramid, format: .jpeg)
            let names = EntryNames(stem: "a", fileExtension: descriptor.fileExtension)
            var archive = StripArchive(
                file: try OpenFile.creating(path), destination: path, names: names, descriptor: descriptor)
            for level in 0...pyramid.nativeLevel {
                for address in pyramid.addresses(atLevel: level) {
                    var chunk = TileChunk(first: address)
                    try [UInt8(0)].withUnsafeBytes { try chunk.append($0, named: names.tile(address)) }
                    try archive.append(chunk)
                }
            }
            try archive.finish()
            return TileRenderer(archive: try TileArchive(path: path))
        } catch {
            fatalError("\(error)")
        }
    }()

    private static let pyramid: Pyramid = makePyramid(width: 2717, height: 1933, tileSize: 256)
    private static let pyramids = [
        pyramid, makePyramid(width: 1, height: 1, tileSize: 64), makePyramid(width: 1, height: 1 << 30, tileSize: 256),
        makePyramid(width: 1 << 30, height: 1 << 30, tileSize: 8192),
        makePyramid(width: 70_000, height: 3, tileSize: 512),
    ]

    private static func makePyramid(width: Int, height: Int, tileSize: Int) -> Pyramid {
        do { return try Pyramid(width: width, height: height, tileSize: tileSize) } catch { fatalError("\(error)") }
    }

    private static func readImageRequest(_ bytes: UnsafeRawBufferPointer) {
        let pyramid = pyramids[Int(bytes.choice >> 1) % pyramids.count]
        let version = bytes.choice & 1 == 0 ? ImageAPIVersion.three : .two
        let parts = bytes.rest.text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 4 else { return }
        let limits = RenderLimits()
        let parser = ImageRequestParser(version: version, pyramid: pyramid, limits: limits, paper: .white)
        guard let request = try? parser.request(region: parts[0], size: parts[1], rotation: parts[2], file: parts[3])
        else { return }
        require(parser.sizeLimits.allow(request.size), "a size of \(request.size)")
        do {
            // A size that is too large after rotation is refused when it is rendered, not before.
            try request.validate(for: pyramid)
        } catch let error as TileEngineError {
            require(error.kind == .outOfRange && request.rotation != 0 || isBeyondFormat(request), "\(error)")
            return
        } catch {
            fatalError("\(error)")
        }
        if pyramid == Self.pyramid {
            do {
                let cost = try renderer.cost(of: request)
                require(cost.tileCount >= 1 && cost.sourceArea >= 1, "\(cost)")
                require(
                    cost.sourceArea <= pyramid.width * pyramid.height && cost.level <= pyramid.nativeLevel, "\(cost)")
            } catch {
                fatalError("\(parts): \(error)")
            }
        }
        let canonical = parser.canonicalPath(of: request, image: "a")
        let readBack = canonical.split(separator: "/").suffix(4).map(String.init)
        do {
            let same = try parser.request(
                region: readBack[0], size: readBack[1], rotation: readBack[2], file: readBack[3])
            require(same == request, "\(parts) is \(request), its canonical \(canonical) is \(same)")
        } catch {
            fatalError("\(parts) has the canonical \(canonical), which is \(error)")
        }
    }

    private static func isBeyondFormat(_ request: RegionRequest) -> Bool {
        let (size, longest) = (request.outputSize, request.encoding.format.longestSide)
        return size.width > longest || size.height > longest
    }

    // MARK: Queries and fields

    private static func readQuery(_ bytes: UnsafeRawBufferPointer) {
        let text = bytes.text
        let request = Request(
            head: HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: "/api?" + text),
            body: RequestBody(buffer: ByteBuffer()))
        guard let query = try? QueryParameters(of: request) else { return }
        _ = query.names(except: ["q"])
        if let words = query.value("q") { require(!words.isEmpty, "an empty value") }
        require(query.list("category").allSatisfy { !$0.isEmpty }, "an empty entry")
        if let number = try? query.number("x") { require(number.isFinite, "\(number)") }
        _ = try? query.requiredNumber("y")
        if let page = try? query.positive("page") { require(page >= 1, "the page \(page)") }
        let further: SearchCursor?? = try? query.cursor("cursor")
        if case .some(.some(let cursor)) = further {
            require(SearchCursor(cursor.description) == cursor, "\(cursor)")
        }
        let later: ClauseCursor?? = try? query.cursor("after")
        if case .some(.some(let cursor)) = later { require(ClauseCursor(cursor.description) == cursor, "\(cursor)") }
    }

    /// Short values: ids, language tags, colours, header fields.
    private static func readValues(_ text: String) {
        let id = Identifier.make(fromFileName: text)
        require(Identifier.isValid(id), "the id \(id)")
        require(
            Identifier.make(fromFileName: id + ".jpg") == id.lowercased(),
            "the id \(id) does not give itself as a file name")
        if Identifier.isValid(text) {
            require(PercentEncoding.encode(text) == text, "the id \(text) has to be encoded")
        }
        let chain = LanguageTag.lookupChain(text)
        require(zip(chain, chain.dropFirst()).allSatisfy { $0.count > $1.count }, "\(chain)")
        if LanguageTag.isValid(text) { require(!chain.isEmpty && chain.allSatisfy { !$0.isEmpty }, "\(chain)") }
        if let colour = PaperColour(hexadecimal: text) {
            require("#" + colour.hexadecimal == text.lowercased(), "\(text) is #\(colour.hexadecimal)")
        }
        if let token = AccessToken(text) {
            require(token.text == text && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "the token \(text)")
            require(token.id.utf8.count == 10 && token.matches(sha256: token.sha256), "the token \(text)")
        }
        let languages = Negotiation.languages(text)
        require(languages.count <= 40, "\(languages.count) languages")
        let chosen = Negotiation.language(named: nil, field: text, among: ["la", "en"])
        require(chosen == "la" || chosen == "en", "the language \(chosen ?? "nil")")
        _ = Negotiation.prefersLinkedData(text)
        _ = Negotiation.asksForLinkedData(text)
    }
}

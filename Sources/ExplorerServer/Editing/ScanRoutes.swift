import ClauseStore
import DocumentFormats
import DocumentLibrary
import DocumentModel
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import TileEngine
import WebDocuments

/// The routes that upload images for pages, show their progress while they are being cut, and remove them.
struct ScanRoutes: Sendable {
    let protection: EditProtection
    let store: StoreReader
    let library: EditedLibrary
    let work: ScanWork
    /// The pool that writes and hashes uploads.
    let pool: WorkPool
    let policy: ScanPolicy

    /// The maximum size of a request that adds a part, in bytes.
    private static let partByteLimit = 1_024
    /// The disk space that must remain free beyond twice the size of the image, in bytes: the image is kept, and cut
    /// into tiles.
    private static let reservedByteCount = 256 << 20

    func add(to router: Router<ServerContext>) {
        let path = "/api/documents/{document}/scans"
        router.get("\(path)", use: list)
        router.get("\(path)/{scan}", use: one)
        protection.upload("\(path)", to: router, add)
        protection.upload("/api/documents", to: router, addDocument)
        protection.change(.post, "\(path)/{scan}/parts", byteLimit: Self.partByteLimit, to: router, addPart)
        protection.change(.delete, "\(path)/{scan}", byteLimit: nil, to: router, remove)
    }

    // MARK: Reading

    @Sendable private func list(_ request: Request, _ context: ServerContext) async throws -> Response {
        let (document, _) = try await protection.edited(in: context)
        let scans = try await store.read { try $0.scans(of: document) }
        return .json(JSON.object([("scans", .array(scans.map(description)))]).bytes())
    }

    @Sendable private func one(_ request: Request, _ context: ServerContext) async throws -> Response {
        let (document, _) = try await protection.edited(in: context)
        let id = try context.parameters.require("scan")
        return .json(description(of: try await store.read { try $0.scan(id, of: document) }).bytes())
    }

    /// Describes the scan that an image belongs to; nil if it no longer exists.
    @Sendable func description(ofImage id: String) async throws -> JSON? {
        try await store.read { try $0.scanImage(id)?.scan }.map(description)
    }

    /// `{ id, name, width, height, byteCount, state, progress, error, imageId }`
    @Sendable private func description(of scan: UploadedScan) -> JSON {
        .object(
            [
                ("id", .string(scan.id)), ("name", .string(scan.name)), ("width", .int(scan.image.width)),
                ("height", .int(scan.image.height)), ("byteCount", .int(scan.byteCount)),
            ] + description(of: scan.image))
    }

    /// Describes the progress of cutting an image.
    private func description(of image: ScanImage) -> JSON.Members {
        [
            ("state", .string(image.state.rawValue)),
            ("progress", .double(image.state == .ready ? 1 : work.progress(of: image.id) ?? 0)),
            ("error", JSON(image.error)), ("imageId", .string(image.id)),
        ]
    }

    // MARK: Changing

    @Sendable private func add(_ admitted: EditProtection.AdmittedUpload) async throws -> Response {
        let (document, editor) = (admitted.document, admitted.editor.name)
        let (scan, isNew) = try await receive(admitted) { [policy] incoming, name in
            try incoming.keep(for: document, named: name, editor: editor, policy: policy)
        }
        try await work.begin(scan.image.id)
        return .json(
            description(of: scan).bytes(), status: isNew ? .accepted : .ok,
            location: "/api/documents/\(document)/scans/\(scan.id)")
    }

    @Sendable private func addDocument(_ admitted: EditProtection.AdmittedUpload) async throws -> Response {
        let editor = admitted.editor.name
        let language = try QueryParameters(of: admitted.request).value("language") ?? "und"
        guard LanguageTag.isValid(language) else {
            throw Problem.badRequest("language is \(FaultText.quoted(language)), expected a language tag such as fr")
        }
        let scan = try await receive(admitted) { [policy] incoming, name in
            try incoming.makeDocument(named: name, language: language, editor: editor, policy: policy)
        }
        try await work.begin(scan.image.id)
        return .json(
            JSON.object([
                ("document", .string(scan.document)), ("page", .int(1)), ("scan", description(of: scan)),
            ]).bytes(), status: .created, location: "/documents/\(scan.document)/edit")
    }

    /// Handles `{ "rotation": 90, "crop": [x, y, width, height] }`, both optional, or `{ "corners": four points }`.
    @Sendable private func addPart(_ admitted: EditProtection.Admitted) async throws -> Response {
        let (document, editor) = (admitted.document, admitted.editor.name)
        let id = try admitted.context.parameters.require("scan")
        let value = try? JSONParser.parse(Data(admitted.body.readableBytesView))
        guard let members = value?.members, members.allSatisfy({ ["rotation", "crop", "corners"].contains($0.key) }),
            let shape = value.flatMap({ ScanPart(ofPage: $0) })
        else {
            throw Problem(
                .unprocessableContent,
                "the body does not describe a part of a scan, expected { \"rotation\": degrees from 0 to below 360, "
                    + "\"crop\": [x, y, width, height] } or { \"corners\": [[x, y], [x, y], [x, y], [x, y]] }")
        }
        let image = try await library.change { [policy] library in
            try Self.stated { try library.addPart(shape, ofScan: id, document, editor: editor, policy: policy) }
        }
        try await work.begin(image.id)
        let size: JSON.Members = [("width", .int(image.width)), ("height", .int(image.height))]
        return .json(JSON.object(size + description(of: image)).bytes(), status: .accepted)
    }

    @Sendable private func remove(_ admitted: EditProtection.Admitted) async throws -> Response {
        let document = admitted.document
        let id = try admitted.context.parameters.require("scan")
        let images = try await library.change { library in
            let images = try library.store.scanImages(of: id, document)
            try library.removeScan(id, of: document)
            return images
        }
        work.cancel(images)
        return Response(status: .noContent)
    }

    // MARK: Receiving

    /// Writes the body to a file, and passes it to `keep`.
    ///
    /// - Throws: ``Problem``, as ``UploadReceiver`` does: 415 for an unknown image format, 413 for too many pixels, 422
    ///   for a damaged image. Nothing is stored then.
    private func receive<Result: Sendable>(
        _ admitted: EditProtection.AdmittedUpload,
        _ keep: @escaping @Sendable (_ incoming: IncomingScan, _ name: String) throws -> Result
    ) async throws -> Result {
        let name = try QueryParameters(of: admitted.request).value("name") ?? ""
        let incoming = try await UploadReceiver(library: library, pool: pool).receive(
            admitted, neededByteCount: 2 * admitted.byteCount + Self.reservedByteCount, accepts: isBeginningOfPicture)
        return try await pool.run(.begun) { try Self.stated { try keep(incoming, name) } }
    }

    /// Checks the signature in the first bytes.
    ///
    /// - Returns: Whether there are enough bytes.
    private func isBeginningOfPicture(_ bytes: ByteBuffer, isWhole: Bool) throws(Problem) -> Bool {
        guard bytes.readableBytes >= ScanFormat.signatureByteCount || isWhole else { return false }
        let signature = Array(bytes.readableBytesView.prefix(ScanFormat.signatureByteCount))
        guard let format = ScanFormat(signature: signature), policy.admits(format) else {
            let others = policy.allowedFormats.subtracting(ScanPolicy.trustedFormats).map(\.name).sorted()
            throw Problem(
                .unsupportedMediaType,
                "the file is not a supported picture, expected "
                    + (["JPEG", "PNG", "TIFF", "WebP"] + others).joined(separator: ", "))
        }
        return true
    }

    /// Converts errors from storing an image for the editor.
    private static func stated<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try UploadReceiver.stated(body)
        } catch let error as TileEngineError {
            let detail = "the picture \(error.reason)"
            switch error.kind {
            case .outOfRange: throw Problem(.unprocessableContent, error.reason)
            case .unsupported: throw Problem(.unsupportedMediaType, detail)
            case .tooLarge: throw Problem(.contentTooLarge, detail, refusal: .largePicture)
            default: throw Problem(.unprocessableContent, detail)
            }
        }
    }
}

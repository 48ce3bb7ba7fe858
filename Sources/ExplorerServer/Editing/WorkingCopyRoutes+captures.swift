import ClauseStore
import DocumentFormats
import DocumentLibrary
import DocumentModel
import Foundation
import Hummingbird
import NIOCore
import WebDocuments

/// The alignment of captures with their pages.
extension WorkingCopyRoutes {
    /// Estimates the alignment of two images, or measures how well a given alignment fits.
    ///
    /// The images are named in the request, because what an editor is viewing may not be saved yet.
    @Sendable func compare(_ admitted: EditProtection.Admitted) async throws -> Response {
        let document = admitted.document
        let value = try? JSONParser.parse(Data(admitted.body.readableBytesView))
        let stated = value?["alignment"] ?? .null
        let alignment = CaptureAlignment(json: stated)
        guard let members = value?.members,
            members.allSatisfy({ ["page", "capture", "alignment"].contains($0.key) }),
            let page = value?["page"].flatMap(PageImage.init(_:)),
            let capture = value?["capture"].flatMap(PageImage.init(_:)), stated == .null || alignment != nil
        else {
            throw Problem(
                .unprocessableContent,
                "the body does not name two images, expected { \"page\": image, \"capture\": image, \"alignment\": "
                    + "\(CaptureAlignment.rule), or null }, an image being \(PageImage.rule)")
        }
        let found = try await library.check { library, isCancelled in
            try library.compare(capture, with: page, of: document, stated: alignment, isCancelled: isCancelled)
        }
        return response(
            .object([
                ("alignment", found.alignment.map { JSON($0.json) } ?? .null),
                ("error", found.error.map(JSON.double) ?? .null),
            ]), to: admitted.request)
    }
}

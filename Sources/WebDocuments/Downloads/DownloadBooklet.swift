package import DocumentLibrary
package import DocumentModel
import DocumentPDF
import Foundation
import ClauseStore
import ImageGeometry
package import TileEngine

/// What is taken away as a PDF, step by step, so that who makes it decides when and where: pictures come from whoever has
/// them, and what is finished is taken between the steps.
///
/// Its lock makes it safe to be passed from thread to thread; a step is taken by one at a time.
package final class DownloadBooklet: @unchecked Sendable {
    /// A step.
    package enum Step: Sendable {
        case front
        /// A page's picture, where it has one.
        case page(PageInfo)
        case beginTexts
        /// A clause cut out of its page.
        case figure(ClauseCutOut)
        /// The texts of some clauses.
        case texts(Range<Int>)
        case end
    }

    package let content: DownloadContent
    private let blocks: DownloadBlocks
    private let side: Int
    private let lock = NSLock()
    private var booklet: Booklet?

    /// - Parameters:
    ///   - side: The longest side of pages' pictures, pixels; nil for the usual one.
    ///   - base: What absolute addresses begin with; empty where it is not known.
    /// - Throws: ``DownloadError/side(_:)``.
    package init(_ content: DownloadContent, side: Int?, words: PlainWords, base: String) throws(DownloadError) {
        if let side, !DownloadLimits.sides.contains(side) { throw .side(side) }
        self.content = content
        blocks = DownloadBlocks(content, words: words, base: base)
        if case .document = content.part {
            self.side = side ?? DownloadLimits.documentSide
        } else {
            self.side = side ?? DownloadLimits.pageSide
        }
    }

    /// How many clauses' texts are set in a step.
    private static let clausesPerStep = 20

    /// The steps, in order.
    package var steps: [Step] {
        var steps: [Step] = []
        switch content.part {
        case .document: steps.append(.front)
        case .page: break
        case .clause:
            steps.append(.front)
            if let own = content.clauses.first?.own,
                let cutOut = try? Self.cutOut(of: own, in: content.document)
            {
                steps.append(.figure(cutOut))
            }
        }
        steps += content.pages.map { .page($0) }
        if !content.pages.isEmpty, !content.clauses.isEmpty { steps.append(.beginTexts) }
        for first in stride(from: 0, to: content.clauses.count, by: Self.clausesPerStep) {
            steps.append(.texts(first..<min(first + Self.clausesPerStep, content.clauses.count)))
        }
        return steps + [.end]
    }

    /// The cut-out of a clause as it is shown in print: no wider than a line holds at 300 pixels to the inch.
    private static func cutOut(of clause: ClauseResult, in document: DocumentInfo) throws -> ClauseCutOut {
        let whole = try ClauseCutOut(of: clause, in: document, format: .jpeg)
        guard whole.request.size.width > 1_800 else { return whole }
        return try ClauseCutOut(of: clause, in: document, width: 1_800, format: .jpeg)
    }

    /// What is rendered for a page.
    package func request(for page: PageInfo) -> RegionRequest { Self.request(for: page, side: side) }

    /// A whole page, its longer side no longer than it is in the scan.
    package static func request(for page: PageInfo, side: Int) -> RegionRequest {
        let scale = min(1, Double(side) / Double(max(page.width, page.height, 1)))
        let size = PixelSize(
            width: max(1, Int((Double(page.width) * scale).rounded())),
            height: max(1, Int((Double(page.height) * scale).rounded())))
        return RegionRequest(
            region: PixelRegion(x: 0, y: 0, width: page.width, height: page.height), size: size,
            encoding: ImageEncoding(.jpeg))
    }

    /// How many characters no font of this machine has, so far.
    package var unknownCount: Int { lock.withLock { booklet?.unknownCount ?? 0 } }

    /// Takes a step. This blocks.
    ///
    /// - Parameter jpeg: The picture of a page or figure; nil where it has none.
    /// - Returns: The bytes of the file that are finished since.
    /// - Throws: `PDFError`.
    /// - Complexity: O(*n*) in the length of the step's texts and of its picture.
    package func take(_ step: Step, jpeg: [UInt8]? = nil) throws -> [UInt8] {
        try lock.withLock {
            let booklet = try self.booklet ?? Booklet(blocks.header)
            self.booklet = booklet
            switch step {
            case .front: try booklet.add(blocks.front)
            case .page(let page):
                if page.number == content.pages.first?.number, content.pages.count > 1 {
                    booklet.beginPart(blocks.label("download.pages"))
                }
                let size = request(for: page).size
                try booklet.addPicture(
                    jpeg.map { PDFPicture(jpeg: $0, width: size.width, height: size.height) },
                    size: (page.width, page.height), outline: blocks.name(of: page),
                    texts: blocks.placedTexts(on: page))
            case .beginTexts: booklet.beginPart(blocks.label("download.texts"))
            case .figure(let cutOut):
                guard let jpeg else { break }
                let size = cutOut.request.size
                try booklet.addFigure(PDFPicture(jpeg: jpeg, width: size.width, height: size.height))
            case .texts(let range):
                for clause in content.clauses[range] { try booklet.add(blocks.blocks(of: clause)) }
            case .end:
                try booklet.add(blocks.end)
                try booklet.close()
            }
            return booklet.takeBytes()
        }
    }
}

package import DocumentLibrary
package import DocumentModel
import DocumentPDF
import Foundation
package import TileEngine

/// Creates a download as a PDF, step by step. The caller provides the pictures, decides where and when each step runs,
/// and takes the finished bytes after each step.
///
/// `@unchecked Sendable` is safe because a lock guards the state; steps run one at a time.
package final class DownloadBooklet: @unchecked Sendable {
    package enum Step: Sendable {
        case front
        /// Adds a page's picture, if it has one.
        case page(PageInfo)
        case beginTexts
        /// Adds a picture of a clause, cut out of its page.
        case figure(ClauseCutOut)
        /// Adds the texts of a range of clauses.
        case texts(Range<Int>)
        case end
    }

    package let content: DownloadContent
    private let blocks: DownloadBlocks
    private let side: Int
    private let lock = NSLock()
    private var booklet: Booklet?

    /// - Parameters:
    ///   - side: The length of the longer side of page pictures, in pixels; nil for the default.
    ///   - base: The base of absolute addresses; empty if unknown.
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

    /// The number of clauses whose texts are set in one step.
    private static let clausesPerStep = 20

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

    /// Returns the cut-out of a clause for printing, at most as wide as a line at 300 pixels per inch.
    private static func cutOut(of clause: ClauseResult, in document: DocumentInfo) throws -> ClauseCutOut {
        let whole = try ClauseCutOut(of: clause, in: document, format: .jpeg)
        guard whole.request.size.width > 1_800 else { return whole }
        return try ClauseCutOut(of: clause, in: document, width: 1_800, format: .jpeg)
    }

    /// Returns the image to render for a page.
    package func request(for page: PageInfo) -> RegionRequest { Self.request(for: page, side: side) }

    /// Returns a request for a whole page, reduced to the given length of the longer side, but never enlarged.
    package static func request(for page: PageInfo, side: Int) -> RegionRequest {
        RegionRequest(of: page, within: PixelSize(width: side, height: side), encoding: ImageEncoding(.jpeg))
    }

    /// The number of characters so far that no font on this machine has.
    package var unknownCount: Int { lock.withLock { booklet?.unknownCount ?? 0 } }

    /// Runs a step. Blocks.
    ///
    /// - Parameter jpeg: The picture for a page or figure; nil if there is none.
    /// - Returns: The bytes of the file that have been finished since the last step.
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

import Foundation
import NIOConcurrencyHelpers
import Testing

@testable import TileEngine

@Suite("StripPipeline")
struct StripPipelineTests {
    /// Returns a pipeline with memory for one native strip.
    private static func pipeline(
        in folder: TemporaryFolder, isCancelled: @escaping @Sendable () -> Bool
    ) throws -> StripPipeline {
        let pyramid = try Pyramid(width: 64, height: 512)
        let names = EntryNames(stem: "scan", fileExtension: "jpg")
        let path = folder.file("scan.szi")
        return StripPipeline(
            plan: StripPlan(pyramid: pyramid, channels: 1), maxNativeStripCount: 1,
            encoding: TileEncoding(format: .jpeg, quality: 80, subsampling: .s444), names: names,
            archive: StripArchive(
                file: try OpenFile.creating(path), destination: path, names: names,
                descriptor: DeepZoomDescriptor(pyramid: pyramid, format: .jpeg)),
            isCancelled: isCancelled)
    }

    @Test func `cancelling ends a wait for memory that no thread frees`() async throws {
        await #expect(processExitsWith: .success) {
            // Ends this process if the wait does not end.
            alarm(60)
            let checkCount = NIOLockedValueBox(0)
            let pipeline = try Self.pipeline(in: try TemporaryFolder()) {
                checkCount.withLockedValue { count in
                    count += 1
                    return count > 3
                }
            }
            _ = try pipeline.nativeStrip(0, publishedCount: 0)
            #expect(throws: CancellationError.self) { try pipeline.nativeStrip(1, publishedCount: 0) }
        }
    }
}

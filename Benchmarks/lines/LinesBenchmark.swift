import Foundation
import TileEngine

/// Measures one page and prints the results as JSON: `LinesBenchmark PYRAMID TRUTH.json CLAUSES`.
///
/// `LinesBenchmark PYRAMID TRUTH.json CLAUSES cold` prints how long each clause takes in milliseconds, with no tile
/// decoded beforehand.
@main
struct LinesBenchmark {
    private struct Results: Encodable {
        let clauses: [ClauseResult]
        let detection: DetectionResult
    }

    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count >= 4, let count = Int(arguments[3]) else {
            FileHandle.standardError.write(Data("usage: LinesBenchmark PYRAMID TRUTH.json CLAUSES [cold]\n".utf8))
            exit(2)
        }
        let archive = try TileArchive(path: arguments[1])
        let truth = try JSONDecoder().decode(TruthPage.self, from: Data(contentsOf: URL(fileURLWithPath: arguments[2])))
        func measurement() throws -> PageMeasurement {
            try PageMeasurement(truth, TileRenderer(archive: archive).lineFinder())
        }
        let encoder = JSONEncoder()
        let output: Data
        if arguments.count > 4 {
            let page = try measurement()
            let times = try page.truth.clauses(count: count).map { clause in
                let request = page.request(clause)
                return try ContinuousClock().measure {
                    _ = try TileRenderer(archive: archive).followLines(request)
                } / .milliseconds(1)
            }
            output = try encoder.encode(times)
        } else {
            let page = try measurement()
            output = try encoder.encode(
                Results(
                    clauses: page.truth.clauses(count: count).map { try page.measure($0) },
                    detection: page.measureDetection()))
        }
        FileHandle.standardOutput.write(output + Data("\n".utf8))
    }
}

import Foundation

/// Compares a site's folder with its lists of files.
struct SiteCheck {
    private let folder: String
    private let lists: [SiteList]

    init(folder: String) throws(SiteError) {
        self.folder = folder
        guard let whole = try SiteList(path: "\(folder)/\(SiteList.name)") else { throw .noSite(folder) }
        var lists = [whole]
        for entry in whole.files where entry.path.hasPrefix("documents/") && entry.path.hasSuffix("/files.json") {
            // A missing list is reported below, as a missing file.
            if let list = try? SiteList(path: "\(folder)/\(entry.path)") { lists.append(list) }
        }
        self.lists = lists
    }

    func run(
        progress: (Double) -> Void, isCancelled: () -> Bool
    ) throws -> (findings: [String], fileCount: Int) {
        let files = lists.flatMap(\.files)
        let total = files.reduce(Int64(1)) { $0 + $1.byteCount }
        var (done, findings) = (Int64(0), [String]())
        if FileManager.default.fileExists(atPath: "\(folder)/\(UnfinishedSite.name)") {
            findings.append(
                "\(UnfinishedSite.name): an export was interrupted or is in progress, so more files may be here")
        }
        for entry in files {
            if isCancelled() { throw CancellationError() }
            if let finding = try finding(on: entry, isCancelled) { findings.append("\(entry.path): \(finding)") }
            done += entry.byteCount
            progress(Double(done) / Double(total))
        }
        return (findings, files.count)
    }

    private func finding(on entry: SiteList.Entry, _ isCancelled: () -> Bool) throws -> String? {
        let path = "\(folder)/\(entry.path)"
        guard let byteCount = SiteDigest.byteCount(ofFileAt: path) else { return "missing" }
        guard byteCount == entry.byteCount else { return "\(byteCount) bytes, expected \(entry.byteCount)" }
        let found: (sha256: String, byteCount: Int64)
        do {
            found = try SiteDigest.sha256(fileAt: path, isCancelled)
        } catch let error as SiteError {
            guard case .file(_, let reason) = error else { throw error }
            return reason
        }
        return found.sha256 == entry.sha256 ? nil : "has the SHA-256 \(found.sha256), expected \(entry.sha256)"
    }
}

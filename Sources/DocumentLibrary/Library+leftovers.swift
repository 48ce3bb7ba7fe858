import ClauseStore
import FileSupport
import Foundation

/// Removes files left behind by killed processes. A process that holds the library's lock while no additions are in
/// progress (``ifNobodyAdds(to:_:)``) knows that none of these files is in use.
extension Library {
    /// Removes partial scans, pyramids and copies of the database.
    static func removeLeftovers(in path: String) {
        for (folder, prefix) in [("originals", ""), ("pyramids", ""), (".", "library.sqlite.")] {
            let folder = path + "/" + folder
            for name in names(in: folder) where name.hasPrefix(prefix) && name.contains(AtomicFile.partialMark) {
                unlink(folder + "/" + name)
            }
        }
    }

    /// Removes partial files, indexes of pages that are no longer served, and complete scans and pyramids that belong
    /// to no version of a document, because a process was killed before it stored them in the database. Files whose
    /// names this program does not create are kept.
    ///
    /// - Parameter held: The folder of this library's database. Its path alone may by now lead to another library,
    ///   whose files this database does not know. Removal stops once the database has been replaced.
    func removeAllLeftovers(in held: HeldFolder) throws {
        let path = held.path
        Self.removeLeftovers(in: path)
        store.sweepPageIndexes()
        let known = try store.fileNames()
        for (kind, known) in [("originals", known.originals), ("pyramids", known.pyramids)] {
            let known = Set(known)
            for name in Self.names(in: path + "/" + kind) where !known.contains(name) && Self.isFileName(name) {
                guard LibraryIdentity(path: path) == held.identity else { return }
                unlink(path + "/" + kind + "/" + name)
            }
        }
    }

    /// Whether a name begins with a digest, as those of scans (64 digits and perhaps an extension) and pyramids (32
    /// digits and the options for cutting) do.
    package static func isFileName(_ name: String) -> Bool {
        let digits = name.prefix { $0.isHexDigit && !$0.isUppercase }
        let rest = name.dropFirst(digits.count)
        return digits.count == 64 && (rest.isEmpty || rest.hasPrefix("."))
            || digits.count == 32 && rest.hasPrefix("-") && rest.hasSuffix(".szi")
    }

    private static func names(in folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }
}

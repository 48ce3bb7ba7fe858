import Foundation

extension Library {
    /// Removes what a program that was killed had not finished writing among the scans and pyramids.
    ///
    /// Such files are made under the library's lock alone, so whoever holds it knows that nobody is at work on them.
    func removeLeftovers() {
        for folder in ["originals", "pyramids"] {
            let folder = path + "/" + folder
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            for name in names where name.contains(".partial-") { unlink(folder + "/" + name) }
        }
    }
}

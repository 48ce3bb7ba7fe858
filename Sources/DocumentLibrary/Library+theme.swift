import FileSupport
import Foundation

/// The folder `theme/` of a library contains the institution's theme. This module does not interpret its files, but
/// includes them in all copies of a library.
extension Library {
    /// The maximum number of theme files that are copied.
    private static let themeFileLimit = 1_000

    /// Returns the paths of the theme's files in a library's folder, such as `theme/fonts/text.woff2`, sorted; empty if
    /// there is no `theme/theme.json`. Names consist of letters, digits, full stops, hyphens and underscores, at most
    /// one folder deep. Hidden files and symbolic links are left out.
    package static func themeFiles(in folder: String) -> [String] {
        let path = "\(folder)/theme"
        guard FileManager.default.fileExists(atPath: "\(path)/theme.json"),
            let walk = FileManager.default.enumerator(atPath: path)
        else { return [] }
        var names: [String] = []
        while let name = walk.nextObject() as? String, names.count < themeFileLimit {
            guard isThemePath(name), walk.fileAttributes?[.type] as? FileAttributeType == .typeRegular else { continue }
            names.append("theme/\(name)")
        }
        return names.sorted()
    }

    /// Whether a path below `theme/` has the form of those that ``themeFiles(in:)`` returns.
    package static func isThemePath(_ path: String) -> Bool {
        let names = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return (1...2).contains(names.count)
            && names.allSatisfy { name in
                (1...100).contains(name.count) && name.first != UInt8(ascii: ".")
                    && name.allSatisfy { $0.isASCIIAlphanumeric || "._-".utf8.contains($0) }
            }
    }
}

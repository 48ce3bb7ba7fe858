import DocumentLibrary
import Foundation
import TestSupport
import Testing

@testable import Publishing

/// Themes as releases and backups carry them.
@Suite struct ThemePackTests {
    @Test func `a pack writes the files of a theme atomically, and names a file that cannot be written`() throws {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let (library, copy, occupied) = (folder.path("library"), folder.path("copy"), folder.path("occupied"))
        try ThemeFixture.write(to: library + "/theme")
        let pack = try #require(try ThemePack(ofLibraryIn: library))
        try ThemePack(try pack.encoded()).write(toLibraryIn: copy)
        let names = Library.themeFiles(in: library)
        #expect(!names.isEmpty && Library.themeFiles(in: copy) == names, "nothing unfinished is left")
        for name in names {
            #expect(FileManager.default.contentsEqual(atPath: "\(library)/\(name)", andPath: "\(copy)/\(name)"))
        }

        try FileManager.default.createDirectory(
            atPath: occupied + "/theme/theme.json/folder", withIntermediateDirectories: true)
        #expect { try pack.write(toLibraryIn: occupied) } throws: { error in
            "\(error)".hasPrefix("\(occupied)/theme/theme.json: ")
        }
    }
}

import Foundation

@testable import TileEngine

/// Handmade colour profiles.
enum ICCFixture {
    /// A profile of very wide primaries and a gamma of 1.8, unlike any screen's.
    ///
    /// Specification: ICC.1:2010, sections 7.2, 7.3, 10.5 and 10.31.
    static let oddProfile: [UInt8] = {
        func number(_ value: Double) -> [UInt8] {
            withUnsafeBytes(of: Int32((value * 65_536).rounded()).bigEndian, Array.init)
        }
        func bytes(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value.bigEndian, Array.init) }
        func xyz(_ x: Double, _ y: Double, _ z: Double) -> [UInt8] {
            Array("XYZ ".utf8) + bytes(0) + number(x) + number(y) + number(z)
        }
        // 1.8 as an unsigned number of 8 + 8 bits, and two bytes of padding.
        let curve = Array("curv".utf8) + bytes(0) + bytes(1) + [0x01, 0xCD, 0, 0]
        let tags: [(String, [UInt8])] = [
            ("rXYZ", xyz(0.7977, 0.2880, 0)), ("gXYZ", xyz(0.1352, 0.7119, 0)), ("bXYZ", xyz(0.0313, 0.0001, 0.8249)),
            ("wtpt", xyz(0.9642, 1, 0.8249)), ("rTRC", curve), ("gTRC", curve), ("bTRC", curve),
        ]
        var table = bytes(UInt32(tags.count))
        var data: [UInt8] = []
        for (name, content) in tags {
            table +=
                Array(name.utf8) + bytes(UInt32(128 + 4 + tags.count * 12 + data.count)) + bytes(UInt32(content.count))
            data += content
        }
        var header = [UInt8](repeating: 0, count: 128)
        func put(_ content: [UInt8], at offset: Int) {
            header.replaceSubrange(offset..<offset + content.count, with: content)
        }
        put(bytes(UInt32(128 + table.count + data.count)), at: 0)
        put([2, 0x40, 0, 0], at: 8)
        put(Array("mntrRGB XYZ ".utf8), at: 12)
        put(Array("acsp".utf8), at: 36)
        put(number(0.9642) + number(1) + number(0.8249), at: 68)
        return header + table + data
    }()
}

/// Handmade PDF files. poppler tolerates the missing cross-reference table.
enum PDFFixture {
    static let twoPages = """
        %PDF-1.4
        1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
        2 0 obj<</Type/Pages/Kids[3 0 R 5 0 R]/Count 2>>endobj
        3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 144 72]/Contents 4 0 R/Resources<<>>>>endobj
        4 0 obj<</Length 23>>stream
        1 0 0 rg 9 9 72 50 re f
        endstream endobj
        5 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 72 144]/Contents 6 0 R/Resources<<>>>>endobj
        6 0 obj<</Length 23>>stream
        0 0 1 rg 9 9 50 99 re f
        endstream endobj
        trailer<</Root 1 0 R>>
        %%EOF
        """

    /// Returns one page of this size in points.
    static func page(width: Int, height: Int) -> String {
        twoPages.replacingOccurrences(of: "[0 0 144 72]", with: "[0 0 \(width) \(height)]")
    }
}

/// Handmade TIFF files: grey, without compression, in one strip, all pages with the same pixels.
enum TIFFFixture {
    /// A page: its size, the kind stated in NewSubfileType, and further fields (tag, type, count, value).
    struct Page {
        var width: UInt32
        var height: UInt32
        var kind: UInt32 = 0
        var bits: UInt32 = 8
        var compression: UInt32 = 1
        var sampleFormat: UInt32 = 1
        var value: UInt8 = 100
        var pixels: [UInt8]?
        /// Fields of one double, such as SMinSampleValue.
        var doubles: [(tag: UInt16, value: Double)] = []
        /// The following page, by its index in the file; nil for the next one.
        var next: Int?
    }

    static func bytes(_ pages: [Page]) -> [UInt8] {
        var bytes: [UInt8] = [0x49, 0x49, 42, 0, 0, 0, 0, 0]
        func set(_ value: Int, at offset: Int) {
            withUnsafeBytes(of: UInt32(value).littleEndian) { bytes.replaceSubrange(offset..<offset + 4, with: $0) }
        }
        var linkOffsets = [4]
        var directories: [Int] = []
        for page in pages {
            let pixels = page.pixels ?? [UInt8](repeating: page.value, count: Int(page.width * page.height))
            let pixelOffset = bytes.count
            bytes += pixels
            if bytes.count % 2 == 1 { bytes.append(0) }
            let doubleOffset = bytes.count
            for field in page.doubles { bytes.append(littleEndian: field.value.bitPattern) }
            directories.append(bytes.count)
            var fields: [(tag: UInt16, type: UInt16, value: UInt32)] = [
                (254, 4, page.kind), (256, 4, page.width), (257, 4, page.height), (258, 3, page.bits),
                (259, 3, page.compression),
                (262, 3, 1), (273, 4, UInt32(pixelOffset)), (277, 3, 1), (278, 4, page.height),
                (279, 4, UInt32(pixels.count)), (339, 3, page.sampleFormat),
            ]
            for (index, field) in page.doubles.enumerated() {
                fields.append((field.tag, 12, UInt32(doubleOffset + index * 8)))
            }
            bytes.append(littleEndian: UInt16(fields.count))
            for field in fields.sorted(by: { $0.tag < $1.tag }) {
                bytes.append(littleEndian: field.tag)
                bytes.append(littleEndian: field.type)
                bytes.append(littleEndian: 1 as UInt32)
                bytes.append(littleEndian: field.value)
            }
            linkOffsets.append(bytes.count)
            bytes.append(littleEndian: 0 as UInt32)
        }
        set(directories[0], at: linkOffsets[0])
        for (index, page) in pages.enumerated() {
            let next = page.next ?? index + 1
            if directories.indices.contains(next) { set(directories[next], at: linkOffsets[index + 1]) }
        }
        return bytes
    }
}

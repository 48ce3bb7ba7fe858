import CCRC32
import CZlib
import Testing

@Suite("CRC-32 of ZIP") struct ChecksumTests {
    @Test func `the checksum equals zlib's for every length and at every offset`() {
        var random = SystemRandomNumberGenerator()
        let bytes = (0..<5_000).map { _ in UInt8.random(in: 0...255, using: &random) }
        bytes.withUnsafeBufferPointer { bytes in
            for start in 0..<16 {
                for count in Array(0...400) + [511, 512, 513, 528, 575, 576, 1_023, 1_024, 1_025, 4_900] {
                    let part = UnsafeBufferPointer(rebasing: bytes[start..<start + count])
                    // For a null pointer, zlib returns its initial value.
                    let expected = count == 0 ? 0 : UInt32(crc32_z(0, part.baseAddress, count))
                    #expect(ccrc32(part.baseAddress, count) == expected, "\(count) bytes at \(start)")
                }
            }
        }
    }

    @Test func `the checksums of two parts combine into that of the whole`() {
        var random = SystemRandomNumberGenerator()
        let bytes = (0..<3_000).map { _ in UInt8.random(in: 0...255, using: &random) }
        bytes.withUnsafeBufferPointer { bytes in
            let whole = ccrc32(bytes.baseAddress, bytes.count)
            for place in [0, 1, 15, 700, 2_999, 3_000] {
                let second = UnsafeBufferPointer(rebasing: bytes[place...])
                let joined = ccrc32_joined(
                    ccrc32(bytes.baseAddress, place), ccrc32(second.baseAddress, second.count), second.count)
                #expect(joined == whole, "at \(place)")
            }
        }
    }
}

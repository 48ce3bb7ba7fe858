import Testing

@testable import DocumentPDF

@Suite struct PDFColourTests {
    @Test func `six hexadecimal digits are a colour, and nothing else is`() {
        #expect(PDFColour(hexadecimal: "#ff0080") == PDFColour(red: 1, green: 0, blue: 128 / 255))
        for text in ["", "#", "ff0080", "#ff008", "#ff00800", "#+12345", "#-00000", "#ff008g", "#\u{FF11}\u{FF12}"] {
            #expect(PDFColour(hexadecimal: text) == nil, "\(text)")
        }
    }
}

import DocumentModel
import Testing

@Suite struct PaletteTests {
    @Test(arguments: ["#f5ead0", "#F5EAD0", "#000000", "#09AFaf"])
    func `a colour is a number sign and six hexadecimal digits`(_ text: String) {
        #expect(Palette.isColour(text))
    }

    @Test(arguments: [
        "", "#", "f5ead0", "#f5ead", "#f5ead00", "#+5ead0", "#-5ead0", "#f5eadg", "#f5eaG0", "#f5ea/0", "#f5ea:0",
        "#f5ea@0",
        "#f5ea`0", " #f5ead", "#f5ead\u{301}", "#\u{338}5ead", "#\u{FF11}ead",
    ])
    func `other texts are no colours`(_ text: String) {
        #expect(!Palette.isColour(text))
    }
}

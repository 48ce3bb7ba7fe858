/// Sets the pages of text.
extension Booklet {
    /// The appearance of a block.
    private struct Look {
        var style: TextStyle
        var colour = PDFColour.black
        /// The space before the block, in points; it is left out at the top of a page. And the space after it.
        var before = 0.0
        var after = 0.0
        /// The indentation of the lines, in points.
        var indent = 0.0
        var tag = "P"
        /// The space that must be left on the page for the block to start there, in points. It keeps a heading with the
        /// text that follows.
        var least = 0.0
    }

    private func look(of block: BookletBlock) -> Look {
        let isItalic = !block.isRightToLeft
        var look =
            switch block.role {
            case .title:
                Look(style: TextStyle(size: 30, spacing: 1, alignment: .centre), before: 70, after: 10, tag: "H1")
            case .subtitle: Look(style: TextStyle(size: 12, alignment: .centre, isItalic: isItalic), after: 26)
            case .lead: Look(style: TextStyle(size: 12, alignment: .justified), after: 22)
            case .field: Look(style: TextStyle(size: 11), after: 7, indent: Self.labelWidth)
            case .heading: Look(style: TextStyle(size: 17, spacing: 1), before: 30, after: 6, tag: "H2", least: 110)
            case .subheading: Look(style: TextStyle(size: 13, isItalic: isItalic), after: 3, tag: "H3", least: 50)
            case .rule: Look(style: TextStyle(size: 12), least: 40)
            case .label:
                Look(
                    style: TextStyle(size: 10.5, letterSpacing: block.isRightToLeft ? 0 : 0.6, hasSmallCapitals: true),
                    colour: header.accent, before: 12, after: 2, tag: "H3", least: 60)
            case .text: Look(style: TextStyle(size: 12, alignment: .justified), after: 5)
            case .transcription: Look(style: TextStyle(size: 12, alignment: .justified, isItalic: isItalic), after: 5)
            case .note: Look(style: TextStyle(size: 11, alignment: .justified), after: 5)
            case .small: Look(style: TextStyle(size: 9.5), colour: .grey, after: 3)
            }
        look.style.width = Self.measure - look.indent
        look.style.language = block.language
        look.style.isRightToLeft = block.isRightToLeft
        return look
    }

    private static let labelWidth = 108.0
    private static let bottom = paper.height - margins.bottom

    /// Adds blocks, line by line, breaking pages as necessary.
    ///
    /// - Throws: ``PDFError/failed(reason:)``.
    /// - Complexity: O(*n*) in the length of the texts.
    public func add(_ blocks: [BookletBlock]) throws(PDFError) {
        for block in blocks { try add(block) }
        try file.check()
    }

    private func add(_ block: BookletBlock) throws(PDFError) {
        if block.role == .rule { return rule() }
        let look = look(of: block)
        var paragraphs = PrintableText.paragraphs(block.text)
        if case .heading(let number?) = block.role {
            paragraphs = ["\(PrintableText.line(number)). \(paragraphs.first ?? "")"]
        }
        if case .title = block.role { paragraphs = [PrintableText.line(block.text)] }
        guard !paragraphs.isEmpty else { return }
        beginTextPageIfNeeded()
        if (place ?? 0) > Self.margins.top || look.tag == "H1" { place = (place ?? 0) + look.before }
        if (place ?? 0) + max(look.least, look.style.size * 1.5) > Self.bottom { newTextPage() }
        if let outline = block.outline {
            _ = file.addOutline(outline, in: outlineParent, page: pageNumber, top: max(0, (place ?? 0) - 12))
        }
        if case .field(let label) = block.role { try draw(label: label, of: block, look) }
        for paragraph in paragraphs {
            let text = try file.setText(paragraph, look.style)
            unknownCount += text.unknownCount
            draw(text, look, link: block.link)
        }
        place = (place ?? 0) + look.after
    }

    /// Draws a short rule between the texts and the small print.
    private func rule() {
        guard let place, place > Self.margins.top else { return }
        if place + 70 > Self.bottom { return newTextPage() }
        let x = header.isRightToLeft ? Self.paper.width - Self.margins.side - 60 : Self.margins.side
        file.setColour(header.accent)
        file.fill(PDFBox(x: x, y: place + 18, width: 60, height: 0.6))
        self.place = place + 28
    }

    private func draw(label: String, of block: BookletBlock, _ look: Look) throws(PDFError) {
        var style = look.style
        (style.width, style.language, style.isRightToLeft) = (
            Self.labelWidth - 12, header.language, header.isRightToLeft
        )
        style.hasSmallCapitals = true
        let text = try file.setText(PrintableText.line(label), style)
        let x = header.isRightToLeft ? Self.paper.width - Self.margins.side - style.width : Self.margins.side
        file.setColour(header.accent)
        file.tagged("P") { file.draw(text, lines: 0..<min(2, text.lineCount), x: x, y: place ?? 0) }
    }

    /// Draws the lines of a paragraph, on as many pages as necessary. Avoids leaving a single line behind on a page.
    private func draw(_ text: SetText, _ look: Look, link: String?) {
        let count = text.lineCount
        // If labels are on the left, text is indented; if they are on the right, its lines are just shorter.
        let indent = header.isRightToLeft ? 0 : look.indent
        var first = 0
        while first < count {
            let top = text.line(first).top
            var end = first
            while end < count, (place ?? 0) + text.line(end).bottom - top <= Self.bottom { end += 1 }
            if end < count, count - end == 1, end - first > 2 { end -= 1 }
            if end < count, end - first == 1, first == 0, (place ?? 0) > Self.margins.top { end = first }
            if end == first {
                // A single line that is taller than a page is drawn anyway.
                guard (place ?? 0) <= Self.margins.top else {
                    newTextPage()
                    continue
                }
                end = first + 1
            }
            file.setColour(look.colour)
            let y = place ?? 0
            let draw = { [file] in
                file.draw(text, lines: first..<end, x: Self.margins.side + indent, y: y)
            }
            file.tagged(look.tag) {
                if let link { file.linked(to: link, draw) } else { draw() }
            }
            place = y + text.line(end - 1).bottom - top
            first = end
            if first < count { newTextPage() }
        }
    }

    /// Adds a picture to the text, as large as the space allows.
    ///
    /// - Throws: ``PDFError/failed(reason:)``.
    public func addFigure(_ picture: PDFPicture) throws(PDFError) {
        beginTextPageIfNeeded()
        let (width, height) = (Double(max(1, picture.width)), Double(max(1, picture.height)))
        // At least 150 pixels per inch, and at most two fifths of the page's height.
        let scale = min(Self.measure / width, Self.paper.height * 0.4 / height, 0.48)
        if (place ?? 0) + height * scale > Self.bottom { newTextPage() }
        let x = (Self.paper.width - width * scale) / 2
        let box = PDFBox(x: x, y: (place ?? 0) + 8, width: width * scale, height: height * scale)
        try file.show(picture, in: box)
        place = (place ?? 0) + box.height + 22
    }

    private func beginTextPageIfNeeded() {
        guard place == nil else { return }
        beginPage(width: Self.paper.width, height: Self.paper.height)
        place = Self.margins.top
    }

    private func newTextPage() {
        endTextPage()
        beginTextPageIfNeeded()
    }

    /// Ends a page of text, with the title and page number at its foot.
    func endTextPage() {
        guard place != nil else { return }
        place = nil
        let y = Self.paper.height - Self.margins.bottom + 38
        file.setColour(.grey)
        let style = TextStyle(
            size: 9, width: Self.measure, spacing: 0, language: header.language, alignment: .centre,
            isRightToLeft: header.isRightToLeft)
        let title = PrintableText.line(header.title)
        let short = title.unicodeScalars.count > 90 ? String(title.unicodeScalars.prefix(89)) + "…" : title
        if let foot = try? file.setText("\(short)  ·  \(pageNumber)", style) {
            file.draw(foot, lines: 0..<1, x: Self.margins.side, y: y)
        }
        file.endPage()
    }
}

import DocumentModel

extension DocumentCheck {
    /// Finds recordings that belong to nothing, missing recordings, and cues that do not match their recording or text.
    ///
    /// - Complexity: O(*n*) in the size of the cues and of the texts of recorded clauses.
    func recordingFindings() -> [Finding] {
        let list = recordings ?? RecordingList()
        let clauses = Dictionary(document.clauses.map { ($0.id, $0) }) { first, _ in first }
        var named: [(name: String, path: String)] = []
        for tour in document.tours {
            for (place, step) in tour.steps.enumerated() {
                for path in step.audio?.all ?? [] {
                    named.append((Self.name(ofStep: place + 1, in: tour), path))
                }
            }
        }
        let ofTours = Set(named.map { $0.path.dropFirst(RecordingLimits.folder.count) })
        let paths = Set(list.recordings.map { RecordingLimits.folder + $0.path })
        let missing = named.filter { !paths.contains($0.path) }.map { name, path in
            Finding(
                kind: .recordingAstray, message: "\(name) names \(FaultText.quoted(path)), which does not exist",
                remedy: "add the file, or remove its name")
        }
        var found: [Finding] = []
        for recording in list.recordings {
            let isOfTour = ofTours.contains(recording.path[...])
            let clause = recording.clause.flatMap { clauses[$0.id] }
            let language = recording.clause.map(\.language).flatMap { tag in
                (document.header.languages + [document.header.language]).first { $0.lowercased() == tag.lowercased() }
            }
            if !isOfTour, clause == nil || language == nil {
                found.append(orphanFinding(recording, hasClause: clause != nil))
            }
            // Only clauses are checked for cues: the text of a step is shown as a whole.
            if let clause, let language { found += cueFindings(recording, clause, language, list) }
        }
        return missing + found
    }

    private func orphanFinding(_ recording: Recording, hasClause: Bool) -> Finding {
        let name = "\(RecordingLimits.folder)\(recording.path)"
        let message =
            hasClause
            ? "\(name) is in a language that the document does not have"
            : "\(name) is of a clause that does not exist, and no step of a tour names it"
        return Finding(
            kind: .recordingAstray, message: message,
            remedy: "name it \(RecordingLimits.folder)LANGUAGE/CLAUSE, or remove it")
    }

    private func cueFindings(
        _ recording: Recording, _ clause: Clause, _ language: String, _ list: RecordingList
    ) -> [Finding] {
        func misfit(_ message: String, _ remedy: String) -> Finding {
            finding(.recordingCues, about: clause, language: language, message, remedy: remedy)
        }
        let name = "\(RecordingLimits.folder)\(recording.path)"
        let file = "\(RecordingLimits.folder)\(recording.cuesPath)"
        guard list.cues.contains(recording.cuesPath) else {
            return [
                misfit("\(name) has no cues: words are not highlighted", "add \(file)")
            ]
        }
        guard let cues = cues(recording.cuesPath) else { return [] }
        var found: [Finding] = []
        // The player and the program that wrote the cues may differ by a frame.
        if let seconds = recording.seconds, let last = cues.map(\.end).max(), Double(last) > seconds * 1_000 + 100 {
            found.append(
                misfit(
                    "\(file) has a cue until \(Self.measure(Double(last) / 1_000)) s, but the recording ends at "
                        + "\(Self.measure(seconds)) s", "shorten the cue, or make the cues again"))
        }
        let text = document.texts[language]?[clause.id]
        let words = Set(
            [text?.title, text?.translation, text?.context, text?.transcription].compactMap(\.self)
                .flatMap(Self.words))
        let strange = cues.filter { !Self.words($0.text).allSatisfy(words.contains) }
        if let first = strange.first {
            found.append(
                misfit(
                    "\(strange.count) of \(cues.count) cues of \(file) have words that the text does not have, first "
                        + FaultText.quoted(first.text), "record it again, or correct the cues, if the text was changed")
            )
        }
        return found
    }

    /// Returns the words of a text in lower case, without punctuation.
    private static func words(_ text: String) -> [String] {
        text.lowercased().unicodeScalars.split { !($0.properties.isAlphabetic || $0.properties.numericType != nil) }
            .map { String(String.UnicodeScalarView($0)) }
    }
}

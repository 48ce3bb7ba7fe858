import DocumentModel

/// Recordings as an annotation page of the manifest, with the motivation `supplementing`. The bodies of an annotation
/// are a sound and, if there are cues, a text. Its target is the clause's box on the canvas.
///
/// Sources: <https://iiif.io/api/presentation/3.0/#values-for-motivation>, and for the cues
/// <https://iiif.io/api/cookbook/recipe/0219-using-caption-file/>.
extension PresentationWriter {
    /// Returns the annotation page with the recordings of clauses, or nil if there are none.
    ///
    /// - Parameter isReference: Whether to leave out the annotations, which clients then fetch from the page's address.
    func recordingPage(isReference: Bool) -> JSONValue? {
        let list = document.recordings
        let clauses = Dictionary(document.clauses.map { ($0.id, $0) }) { first, _ in first }
        var seen: Set<String> = []
        let heard = list.recordings.compactMap { recording -> JSONValue? in
            guard let place = recording.clause, let clause = clauses[place.id], !clause.regions.isEmpty,
                seen.insert("\(place.language)/\(place.id)").inserted
            else { return nil }
            return annotation(of: recording, place.language, clause, list)
        }
        if heard.isEmpty { return nil }
        return [
            "id": .string(addresses.recordings), "type": "AnnotationPage",
            "label": PresentationValues.words(list.label ?? Self.recordingsLabel),
            "items": isReference ? nil : .array(heard),
        ]
    }

    private static let recordingsLabel: LanguageMap = ["en": "Recordings", "fr": "Enregistrements"]

    private func annotation(
        of recording: Recording, _ language: String, _ clause: Clause, _ list: RecordingList
    ) -> JSONValue {
        let label = list.label.map(PresentationValues.words)
        let sound: JSONValue = [
            "id": .string(addresses.recording(recording.path)), "type": "Sound",
            "format": .string(recording.format.mediaType), "duration": recording.seconds.map(JSONValue.number),
            "language": .string(language), "label": label,
        ]
        let cues: JSONValue = [
            "id": .string(addresses.recording(recording.cuesPath)), "type": "Text", "format": "text/vtt",
            "language": .string(language), "label": label,
        ]
        return [
            "id": "\(addresses.recordings)#\(language)/\(clause.id)", "type": "Annotation",
            "motivation": "supplementing",
            "body": .array([sound] + (list.cues.contains(recording.cuesPath) ? [cues] : [])),
            "target": .string(addresses.box(of: clause, on: clause.regions[0].page)),
        ]
    }

    /// Whether an annotation page of a manifest contains recordings, which are not imported.
    static func isRecordings(_ page: SourceNode) -> Bool {
        let items = page.asObject?["items"].list ?? []
        return !items.isEmpty
            && items.allSatisfy { item in
                guard let annotation = item.asObject,
                    annotation["motivation"].list.compactMap(\.asString).contains("supplementing")
                else { return false }
                return annotation["body"].list.contains { $0.asObject?.types.contains("Sound") ?? false }
            }
    }
}

extension ExportLosses {
    /// Returns the recordings: no other format holds sound.
    static func recordings(_ document: SourceDocument) -> [String] {
        let count = document.recordings.recordings.count
        return count == 0 ? [] : ["the files of \(count) recordings"]
    }
}

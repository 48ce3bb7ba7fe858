public import DocumentModel

extension JSON {
    /// Returns the recordings of a document: `{ document, label, total, recordings: [{ path, clause, lang, type, bytes,
    /// seconds, sha256, captions }] }`. `path` and `captions` are relative to the address of the list. `clause` and
    /// `lang` are null for a recording that is used only in tours.
    public static func recordings(_ list: RecordingList, of document: String) -> JSON {
        .object([
            ("document", .string(document)), ("label", JSON(list.label)), ("total", .int(list.recordings.count)),
            ("recordings", .array(list.recordings.map { recording($0, in: list) })),
        ])
    }

    private static func recording(_ recording: Recording, in list: RecordingList) -> JSON {
        .object([
            ("path", .string(recording.path)), ("clause", JSON(recording.clause?.id)),
            ("lang", JSON(recording.clause?.language)), ("type", .string(recording.format.mediaType)),
            ("bytes", .int(recording.byteCount)), ("seconds", JSON(recording.seconds)),
            ("sha256", .string(recording.sha256)),
            ("captions", list.cues.contains(recording.cuesPath) ? .string(recording.cuesPath) : .null),
        ])
    }
}

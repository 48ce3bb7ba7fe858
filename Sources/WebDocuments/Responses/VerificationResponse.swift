public import DocumentLibrary

extension JSON {
    /// What is not as it was written: `{ documents, files, bytes, total, damages }`.
    public static func verification(_ verification: Verification) -> JSON {
        .object([
            ("documents", .int(verification.documentCount)),
            ("files", .int(verification.fileCount)),
            ("bytes", .int(Int(verification.byteCount))),
            ("total", .int(verification.damages.count)),
            (
                "damages",
                .array(
                    verification.damages.map { damage in
                        .object([
                            ("file", .string(damage.file)), ("reason", .string(damage.reason)),
                            ("documents", .array(damage.documents.map { .string($0) })),
                        ])
                    })
            ),
        ])
    }
}

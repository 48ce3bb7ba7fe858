import FileSupport
import DocumentModel
import Foundation

extension SourceReader {
    /// Reads the files below `audio/`: recordings (of which only a record is kept), their cues, and the description of
    /// the voice.
    mutating func readRecordings() {
        let names: [String]
        do throws(SourceProblem) {
            names = try source.audioFiles()
        } catch {
            faults.add(file: "audio", value: error.value, expected: error.expected)
            return
        }
        guard names.count <= RecordingLimits.files else {
            faults.add(file: "audio", value: "\(names.count) files", expected: "at most \(RecordingLimits.files)")
            return
        }
        var total = 0
        for name in names {
            if name == RecordingLimits.aboutFile {
                readAbout()
            } else if name.hasSuffix(".vtt") {
                readCues(name)
            } else {
                total += readRecording(name)?.byteCount ?? 0
            }
        }
        // The sum of ten thousand files of 50 MB each cannot overflow.
        if total > RecordingLimits.totalByteCount {
            faults.add(
                file: "audio", value: "\(total) bytes of recordings",
                expected: "at most \(RecordingLimits.totalByteCount)")
        }
    }

    private mutating func readRecording(_ name: String) -> Recording? {
        guard TourLimits.isAudioPath(name) else {
            faults.add(file: name, value: "a recording with this name", expected: TourLimits.audioRule)
            return nil
        }
        do throws(SourceProblem) {
            guard let file = try source.recording(name), let recording = Recording(record: file) else {
                faults.add(
                    file: name, value: "not a recording", expected: "a sound file: MP3, Opus in Ogg, MPEG-4 or WAV")
                return nil
            }
            keep(file)
            return recording
        } catch {
            faults.add(file: name, value: error.value, expected: error.expected)
            return nil
        }
    }

    private mutating func readCues(_ name: String) {
        guard RecordingLimits.isCuePath(name) else {
            faults.add(
                file: name, value: "a file of cues with this name",
                expected: "that of its recording, such as audio/en/39.vtt")
            return
        }
        guard let bytes = readBytes(name, byteLimit: RecordingLimits.cueFileByteCount), let bytes else { return }
        do throws(WebVTTFault) {
            _ = try WebVTTReader.cues(bytes)
        } catch {
            faults.add(file: name, path: .root("line \(error.line)"), value: error.value, expected: error.expected)
        }
    }

    private mutating func readAbout() {
        guard case .value(let node) = readJSON(RecordingLimits.aboutFile, root: "") else { return }
        guard let label = node.object("an object with label")?["label"] else { return }
        label.checkLength(of: label.optionalLanguageMap(), limit: TourLimits.titleLength)
    }
}

extension FolderSource {
    func audioFiles() throws(SourceProblem) -> [String] {
        let root = folder.appendingPathComponent("audio")
        guard FileManager.default.fileExists(atPath: root.path) else { return [] }
        var (names, folders) = ([String](), ["audio"])
        // Visits a folder per language, and one level more for tours.
        while let next = folders.popLast() {
            let entries: [String]
            do {
                entries = try FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent(next).path)
            } catch {
                throw SourceProblem(value: "\(next), which cannot be read", expected: "a folder of recordings")
            }
            for entry in entries where !entry.begins(with: ".") {
                let name = "\(next)/\(entry)"
                var isFolder: ObjCBool = false
                guard
                    FileManager.default.fileExists(
                        atPath: folder.appendingPathComponent(name).path, isDirectory: &isFolder)
                else { continue }
                if isFolder.boolValue {
                    if name.utf8.filter({ $0 == UInt8(ascii: "/") }).count < 3 { folders.append(name) }
                } else if name == RecordingLimits.aboutFile
                    || [".mp3", ".opus", ".ogg", ".m4a", ".wav", ".vtt"].contains(where: { name.hasSuffix($0) })
                {
                    names.append(name)
                }
                guard names.count + folders.count <= RecordingLimits.files else { return names }
            }
        }
        return names.sorted()
    }

    func recording(_ name: String) throws(SourceProblem) -> SourceFile? {
        guard let url = try locate(name) else { return nil }
        do {
            let handle = try FileHandle(forReadingFrom: url)
            defer { try? handle.close() }
            let digest = MessageDigest()
            var byteCount = 0
            while let piece = try handle.read(upToCount: 1 << 20), !piece.isEmpty {
                digest.update(piece)
                byteCount += piece.count
                guard byteCount <= RecordingLimits.byteCount else { break }
            }
            if byteCount <= RecordingLimits.byteCount {
                return RecordingHeader(handle, byteCount: byteCount).map {
                    Recording(
                        path: String(name.dropFirst(RecordingLimits.folder.count)),
                        sha256: digest.value.hexadecimalDigits, byteCount: byteCount, format: $0.format,
                        seconds: $0.seconds
                    ).record
                }
            }
        } catch {
            throw SourceProblem(value: "a file that cannot be read", expected: "a file that can be read")
        }
        throw SourceProblem(
            value: "more than \(RecordingLimits.byteCount) bytes", expected: "at most \(RecordingLimits.byteCount)")
    }
}

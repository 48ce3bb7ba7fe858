import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// libFuzzer as a library: https://llvm.org/docs/LibFuzzer.html#using-libfuzzer-as-a-library
@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
    _ argc: UnsafeMutablePointer<CInt>,
    _ argv: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ callback: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// The program driven by libFuzzer: runs the target named in FUZZ_TARGET with libFuzzer's own arguments.
@main
enum Fuzz {
    /// Set once, before the first run.
    nonisolated(unsafe) private static var target: FuzzTarget?

    static func main() {
        let name = getenv("FUZZ_TARGET").map { String(cString: $0) } ?? ""
        target = FuzzTarget.all.first { $0.name == name }
        guard target != nil else {
            print(FuzzTarget.all.map(\.name).joined(separator: "\n"))
            exit(name.isEmpty ? 0 : 2)
        }
        var count = CommandLine.argc
        var arguments = CommandLine.unsafeArgv
        exit(
            runFuzzer(&count, &arguments) { bytes, byteCount in
                Fuzz.target?.run(UnsafeRawBufferPointer(start: bytes, count: byteCount))
                return 0
            })
    }
}

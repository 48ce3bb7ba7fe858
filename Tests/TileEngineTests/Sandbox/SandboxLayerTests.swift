import Foundation
import Testing

@testable import TileEngine

/// What each layer denies, according to the child itself. Each test also shows that it is allowed without the layer.
@Suite("Sandbox layers of a decoding child", .serialized)
struct SandboxLayerTests {
    /// Runs the child's self-test with only some layers.
    private func attempts(_ layers: Set<SandboxLayer>, port: Int = 9) throws -> SandboxReport {
        try SandboxReport.selfTest(.isolated, layers: layers, port: port)
    }

    /// Returns what the system lets a child do without any layer.
    private func attemptsWithoutLayers(port: Int = 9) throws -> [String: Int32] {
        try attempts([], port: port).attempts
    }

    private func expectDenied(_ names: [String], by layer: SandboxLayer, port: Int = 9) throws {
        let report = try attempts([layer], port: port)
        #expect(Array(report.layers.keys) == [layer])
        guard report.missing.isEmpty else {
            // If the system lacks the layer, that must be reported, and there is nothing to test.
            #expect(!report.warnings.isEmpty)
            return
        }
        for name in names {
            let failure = try #require(report.attempts[name])
            #expect(failure != 0, "\(layer) allows \(name)")
        }
    }

    @Test func `all layers together deny every attempt or report what is allowed`() throws {
        let report = try SandboxReport.selfTest(.isolated)
        #expect(Set(report.layers.keys) == Set(SandboxLayer.allCases))
        #expect(report.attempts.count >= 27)
        // Without a seccomp filter or Landlock some of it is possible, which must be reported.
        if report.layers[.seccomp] == 0 { #expect(report.allowed.isEmpty, "\(report.allowed)") }
        #expect(report.warnings.isEmpty == (report.missing.isEmpty && report.allowed.isEmpty))
    }

    @Test func `seccomp by itself denies sockets, files, processes, signals, programs and executable memory`() throws {
        let names = [
            "internet-socket", "local-socket", "connection", "read-file", "write-file", "rename-file", "remove-file",
            "make-folder", "change-mode", "process", "execution", "replacement", "trace", "signal", "namespace",
            "mount",
            "root", "executable-memory", "raised-limit", "io-uring", "kernel-program",
        ]
        try expectDenied(names, by: .seccomp)
        let unrestricted = try attemptsWithoutLayers()
        for name in [
            "internet-socket", "local-socket", "read-file", "write-file", "process", "execution", "replacement",
            "signal",
            "executable-memory",
        ] {
            #expect(unrestricted[name] == 0, "\(name) is denied without any layer, so it proves nothing")
        }
    }

    @Test func `Landlock by itself denies reading, writing and executing files`() throws {
        try expectDenied(
            ["read-file", "write-file", "rename-file", "remove-file", "make-folder", "replacement"], by: .landlock)
        let unrestricted = try attemptsWithoutLayers()
        for name in ["read-file", "write-file", "rename-file", "remove-file", "make-folder", "replacement"] {
            #expect(unrestricted[name] == 0, "\(name)")
        }
    }

    @Test func `a network namespace by itself blocks connections to servers on this machine`() throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(listener) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) { pointer -> Int32 in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic -> Int32 in
                bind(listener, generic, size) + listen(listener, 4) + getsockname(listener, generic, &size)
            }
        }
        try #require(status == 0)
        let port = Int(UInt16(bigEndian: address.sin_port))
        #expect(try attemptsWithoutLayers(port: port)["connection"] == 0)
        try expectDenied(["connection"], by: .network, port: port)
    }

    @Test func `resource limits by themselves bound memory, descriptors, file size, cores and CPU time`() throws {
        try expectDenied(["memory", "file-size", "descriptors", "core", "processor-time"], by: .limits)
        let unrestricted = try attemptsWithoutLayers()
        // With a sanitizer there is no memory limit, and it is not tested.
        for name in ["memory", "file-size", "descriptors"] where unrestricted[name] != ENOTSUP {
            #expect(unrestricted[name] == 0, "\(name)")
        }
    }

    @Test func `a child of the superuser cannot become root or mount`() throws {
        try expectDenied(["root", "mount"], by: .privileges)
        guard geteuid() == 0 else { return }
        #expect(try attemptsWithoutLayers()["root"] == 0)
    }

    @Test func `no_new_privs by itself prevents gaining privileges`() throws {
        try expectDenied(["new-privileges"], by: .noNewPrivileges)
        #expect(try attemptsWithoutLayers()["new-privileges"] == 0)
    }

    @Test func `descriptors inherited from the parent are closed in the child`() throws {
        let forgotten = dup(0)
        defer { close(forgotten) }
        #expect(try attemptsWithoutLayers()["inherited-descriptors"] == 0)
        try expectDenied(["inherited-descriptors"], by: .descriptors)
    }
}

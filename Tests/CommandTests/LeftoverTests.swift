import Foundation
import Testing

@Suite struct LeftoverTests {
    @Test func `what a killed program had not finished writing goes with the next addition`() throws {
        let scratch = try Scratch()
        try CheckFixture().write(to: scratch)
        let left = ["library/originals/abc.jpg.partial-999999", "library/pyramids/abc.szi.partial-999999-1"]
        for name in left { try scratch.write("half", to: name) }
        let run = try CommandLineRun(["add", "charter"], library: scratch)
        #expect(run.status == 0, "\(run.complaint)")
        let files = scratch.files()
        #expect(!files.contains { $0.contains("partial") })
        #expect(files.count { $0.hasPrefix("library/originals/") || $0.hasPrefix("library/pyramids/") } == 2)
    }

    @Test func `who waits for another program says so, and goes on when that has ended`() throws {
        let scratch = try Scratch()
        try CheckFixture().write(to: scratch)
        try scratch.write("", to: "library/.lock")
        let descriptor = open(scratch.path("library/.lock"), O_RDWR)
        try #require(flock(descriptor, LOCK_EX) == 0)
        DispatchQueue.global().asyncAfter(deadline: .now() + 1) {
            flock(descriptor, LOCK_UN)
            close(descriptor)
        }
        let run = try CommandLineRun(["add", "charter"], library: scratch)
        #expect(run.status == 0)
        #expect(run.errors.count { $0.contains("another program is changing the library") } == 1, "\(run.complaint)")
    }
}

import ArgumentParser
import Testing

@testable import explore

/// Options that only make sense together, or not together: usage errors rather than ignored options.
@Suite struct OptionPairTests {
    private static let store = "s3://bucket"

    @Test(arguments: [
        (["serve", "--rate-burst", "9"], "--rate-burst needs --rate with a number above 0"),
        (["serve", "--rate", "0", "--rate-burst", "9"], "--rate-burst needs --rate with a number above 0"),
        (["serve", "--poll", "9"], "--poll needs --from s3://bucket/prefix"),
        (["serve", "--cache-disk", "99999999"], "--cache-disk needs --from s3://bucket/prefix"),
        (["serve", "--identity-proxies", "10.0.0.1"], "--identity-proxies needs --identity-header"),
        (["serve", "--hsts", "9"], "--hsts needs --tls-cert and --tls-key, or an https:// --public-url"),
        (
            ["serve", "--library", "a", "scan.jpg"],
            "--library cannot be combined with IMAGE, which has a library of its own"
        ),
        (
            ["serve", "--from", store, "--sandbox"],
            "--allow-format and --sandbox cannot be combined with --from: replicas decode no images"
        ),
        (
            ["slice", "a.jpg", "-o", "a.szi", "--format", "webp", "--subsampling", "420"],
            "--subsampling cannot be combined with --format webp: it is for JPEG tiles"
        ),
        (
            ["clause", "a", "1", "--image", "a.jpg", "--lang", "fr"],
            "--lang cannot be combined with --image, which shows no text"
        ),
        (["clauses", "a", "--match", "all"], "--match all needs --category"),
        (["export", "a", "out", "--base", "https://a.org"], "--base needs --format iiif, iiif2 or annotations"),
        (
            ["export", "a", "out", "--format", "tei", "--base", "https://a.org"],
            "--base needs --format iiif, iiif2 or annotations"
        ),
        (["export", "a", "out", "--format", "text", "--size", "400"], "--size needs --format pdf"),
        (
            ["export", "--check", "out", "--format", "site", "--pdf"],
            "--all, --tiles, --pdf and --public-url cannot be combined with --check"
        ),
        (["publish", store, "--site", "a", "--keep", "9"], "--originals and --keep cannot be combined with --site"),
        (["publish", "prune", store, "--now", "--grace", "9"], "--grace cannot be combined with --now"),
        (
            ["backup", "list", "folder", "--region", "a"],
            "--endpoint, --region and --profile need a place such as s3://bucket, but it is folder"
        ),
    ])
    func `an option without the one it needs is a usage error`(arguments: [String], message: String) {
        do {
            _ = try Explore.parseAsRoot(arguments)
            Issue.record("\(arguments) was accepted")
        } catch {
            #expect(Explore.message(for: error) == message)
            #expect(Explore.exitCode(for: error) == .validationFailure)
        }
    }

    @Test(arguments: [
        ["serve", "--rate", "5", "--rate-burst", "9"],
        ["serve", "--from", store, "--poll", "9", "--cache-disk", "99999999"],
        ["serve", "--hsts", "9", "--public-url", "HTTPS://a.org"], ["serve", "--sandbox"],
        ["clauses", "a", "--match", "all", "--category", "b"], ["export", "--check", "out", "--format", "site"],
        ["export", "a", "out", "--format", "annotations", "--base", "https://a.org"],
        ["export", "a", "out", "--format", "pdf", "--size", "400"], ["publish", "prune", store, "--now"],
        ["backup", "list", store, "--region", "a"], ["backup", "list", "folder"],
    ])
    func `an option with the one it needs is accepted`(arguments: [String]) throws {
        _ = try Explore.parseAsRoot(arguments)
    }
}

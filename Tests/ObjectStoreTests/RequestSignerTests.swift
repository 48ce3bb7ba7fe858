import Testing

@testable import ObjectStore

@Suite("RequestSigner")
struct RequestSignerTests {}

import Foundation
import TestSupport
import Testing

/// Addresses in input files are never requested by the program (server-side request forgery, OWASP A10:2021).
@Suite(.ownThreads) struct NoFetchTests {
    /// A listening port of this machine.
    private final class Listener {
        let port: Int
        private let descriptor: Int32

        init() throws {
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
            self.descriptor = descriptor
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = inet_addr("127.0.0.1")
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let status = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    bind(descriptor, address, length) | listen(descriptor, 16)
                        | getsockname(descriptor, address, &length)
                }
            }
            try #require(status == 0)
            port = Int(UInt16(bigEndian: address.sin_port))
        }

        deinit { close(descriptor) }

        /// Returns the number of connections, which wait in the system's queue until they are counted.
        func visitorCount() -> Int {
            var count = 0
            while case let visitor = accept(descriptor, nil, nil), visitor >= 0 {
                close(visitor)
                count += 1
            }
            return count
        }
    }

    private static func manifest(_ host: String) -> String {
        """
        {"@context": ["\(host)/context.json", "http://iiif.io/api/presentation/3/context.json"],
         "id": "\(host)/manifest.json", "type": "Manifest", "label": {"en": ["Fetch me"]}, "rights": "\(host)/rights",
         "thumbnail": [{"id": "\(host)/thumb.jpg", "type": "Image"}], "seeAlso": [{"id": "\(host)/more", "type": "Dataset"}],
         "items": [{"id": "\(host)/canvas/1", "type": "Canvas", "width": 900, "height": 600,
          "items": [{"id": "\(host)/page/1", "type": "AnnotationPage", "items": [{"id": "\(host)/a/1", "type": "Annotation",
           "motivation": "painting", "target": "\(host)/canvas/1", "body": {"id": "\(host)/full/max/0/default.jpg",
           "type": "Image", "service": [{"id": "\(host)/iiif", "type": "ImageService3", "profile": "level2"}]}}]}],
          "annotations": [{"id": "\(host)/annotations.json", "type": "AnnotationPage"},
           {"id": "\(host)/words", "type": "AnnotationPage", "items": [{"id": "\(host)/a/2", "type": "Annotation",
            "motivation": "commenting", "target": "\(host)/canvas/1#xywh=10,10,200,100",
            "body": [{"type": "TextualBody", "value": "See \(host)/text", "format": "text/html"},
             {"id": "\(host)/body.html", "type": "Text"}]}]}]}]}
        """
    }

    @Test func `addresses in manifests, annotations, line files, drawings and documents are never requested`() throws {
        let listener = try Listener()
        // Verify the listener itself: a connection of our own is counted.
        _ = try LoopbackConnection(port: listener.port)
        #expect(listener.visitorCount() == 1)
        let host = "http://127.0.0.1:\(listener.port)"
        let scratch = try Scratch()
        try scratch.write(Self.manifest(host), to: "manifest.json")
        try scratch.write(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <alto xmlns="http://www.loc.gov/standards/alto/ns-v4#" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://www.loc.gov/standards/alto/ns-v4# \(host)/alto.xsd">
            <Description><sourceImageInformation><fileName>\(host)/scan.jpg</fileName></sourceImageInformation></Description>
            <Layout><Page ID="p" PHYSICAL_IMG_NR="1" WIDTH="900" HEIGHT="600"><PrintSpace><TextBlock ID="b"><TextLine ID="l"
            HPOS="1" VPOS="1" WIDTH="99" HEIGHT="20"><String CONTENT="x"/></TextLine></TextBlock></PrintSpace></Page></Layout></alto>
            """, to: "lines.xml")
        try scratch.write(
            "<?xml version=\"1.0\"?><!DOCTYPE a SYSTEM \"\(host)/a.dtd\" [<!ENTITY x SYSTEM \"\(host)/x\">]><alto>&x;</alto>",
            to: "entity.xml")
        try scratch.write(
            #"{"id": "sheet", "title": "S", "language": "en", "languages": ["en"], "mark": "mark.svg", "pages": [{"width": 9, "height": 9}]}"#,
            to: "sheet/document.json")
        try scratch.write(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><image href=\"\(host)/i.png\"/><use href=\"\(host)/u.svg#a\"/></svg>",
            to: "sheet/mark.svg")
        try scratch.write(
            #"{"id": "far", "title": "F", "language": "en", "languages": ["en"], "pages": [{"image": "\#(host)/scan.jpg"}]}"#,
            to: "far/document.json")
        var statuses: [Int32] = []
        for source in [
            "manifest.json", "lines.xml", "entity.xml", "sheet", "far", "\(host)/manifest.json", "\(host)/scan.jpg",
        ] {
            let given = source.hasPrefix("http") ? source : scratch.path(source)
            statuses.append(try CommandLineRun(["add", given], library: scratch).status)
        }
        #expect(statuses == [0, 2, 2, 0, 2, 2, 2])
        for arguments in [["verify"], ["check", "sheet"], ["slice", "\(host)/scan.jpg", "-o", scratch.path("x.szi")]] {
            _ = try CommandLineRun(arguments, library: scratch)
        }
        #expect(listener.visitorCount() == 0)
    }
}

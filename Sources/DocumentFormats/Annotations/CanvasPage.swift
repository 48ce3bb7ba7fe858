import DocumentModel
import Foundation
import ImageGeometry

/// A canvas before its conversion to a page, with its size in canvas units and the image supplied for it.
struct CanvasPage {
    /// The canvas's address. Empty if targets do not name one.
    let id: String
    var label: LanguageMap?
    /// The size in the units of the annotations' coordinates, or nil if unknown.
    var size: (width: Double, height: Double)?
    /// The image supplied for the canvas.
    var image: SourceImage?
    var pixelsPerMillimetre: Double?
    /// The canvas's IIIF `behavior` values.
    var behavior: [String] = []
    /// The images painted on the canvas, by address of image and of image service, with their size in pixels.
    var paintings: [String: (width: Double, height: Double)?] = [:]
    /// The addresses among these that are of images. The size of a service may differ from that of its image.
    var images: Set<String> = []
    /// How the image lies on the canvas, or nil if it fills it.
    var placement: ImagePlacement?

    /// The captures offered by a choice on the canvas, the default one first. Empty if there is no choice.
    var captures: [OfferedCapture] = []

    /// The transform from canvas units to page pixels.
    var transform: SVGTransform {
        guard let size, let image else { return .identity }
        let (width, height) = (Double(image.width), Double(image.height))
        return placement?.toImage(width: width, height: height) ?? .scale(width / size.width, height / size.height)
    }

    /// The transform from percent of the canvas to page pixels, or nil if the size is unknown.
    var percentTransform: SVGTransform? {
        if placement != nil, let size { return transform.after(.scale(size.width / 100, size.height / 100)) }
        return pixels.map { .scale(Double($0.width) / 100, Double($0.height) / 100) }
    }

    /// The size of the page in pixels, or nil if unknown.
    var pixels: (width: Int, height: Int)? {
        if let image { return (image.width, image.height) }
        return size.map { (Self.pixels($0.width), Self.pixels($0.height)) }
    }

    private static func pixels(_ side: Double) -> Int { Int(min(max(side.rounded(.up), 1), 1e8)) }

    /// Takes the width, height, label and physical scale from a canvas object, where stated and usable.
    mutating func take(_ object: SourceObject) {
        size = size ?? object.size
        label = label ?? LanguageValues.read(object["label"])
        for service in object["service"].list.compactMap(\.asObject) {
            // https://iiif.io/api/annex/services/#physical-dimensions
            guard (service["profile"].address ?? "").contains("physdim") else { continue }
            let units = ["mm": 1.0, "cm": 10, "in": 25.4]
            guard let scale = service["physicalScale"].asNumber, scale > 0,
                let unit = service["physicalUnits"].asString.flatMap({ units[$0] })
            else { continue }
            let perMillimetre = 1 / (scale * unit)
            if perMillimetre.isFinite { pixelsPerMillimetre = Self.rounded(perMillimetre) }
        }
    }

    /// Rounds to twelve significant digits, so that a scale written as a reciprocal is read back unchanged.
    private static func rounded(_ number: Double) -> Double {
        Double(String(format: "%.12g", number)) ?? number
    }

    /// Returns the page of a source folder.
    func page(number: Int, pixels: (width: Int, height: Int)) -> SourcePage {
        SourcePage(
            number: number, label: label, image: image?.fileName, width: pixels.width, height: pixels.height,
            pixelsPerMillimetre: SourceReader.scale(scale), behavior: behavior,
            captures: captures(pixels: pixels))
    }

    /// The pixels of the page per millimetre. A stated scale refers to canvas units, and the image may have more
    /// pixels.
    private var scale: Double? {
        guard let size, let image else { return pixelsPerMillimetre }
        if placement != nil { return pixelsPerMillimetre.map { $0 * transform.a } }
        guard Double(image.width) != size.width else { return pixelsPerMillimetre }
        return pixelsPerMillimetre.map { $0 * Double(image.width) / size.width }
    }

    /// Returns the captures for which images were supplied. Empty if that is only the default one.
    private func captures(pixels: (width: Int, height: Int)) -> [SourceCapture] {
        guard let image, captures.dropFirst().contains(where: { $0.image != nil }) else { return [] }
        return captures.enumerated().compactMap { place, capture in
            guard let own = place == 0 ? image : capture.image else { return nil }
            return SourceCapture(
                id: capture.id, label: capture.label, kind: capture.kind, image: own.fileName, width: own.width,
                height: own.height,
                alignment: place == 0
                    ? nil : capture.alignment(of: own, canvas: size, page: (pixels.width, pixels.height)))
        }
    }
}

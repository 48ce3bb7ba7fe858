import DocumentModel
import Foundation
import ImageGeometry

/// A canvas on its way to a page: its size in its own units, and the image that may be given for it.
struct CanvasPage {
    /// The canvas's address; empty where targets name none.
    let id: String
    var label: LanguageMap?
    /// The size in the units of the annotations' coordinates; nil where nothing tells it.
    var size: (width: Double, height: Double)?
    /// The image that was given for it.
    var image: SourceImage?
    var pixelsPerMillimetre: Double?
    /// What the canvas states of how it is shown among the others.
    var behavior: [String] = []
    /// The images painted on it, by address of image and image service, with their size in pixels.
    var paintings: [String: (width: Double, height: Double)?] = [:]

    /// The captures that a choice on it offers, the default one first; none where there is no choice.
    var captures: [OfferedCapture] = []

    init(id: String, label: LanguageMap? = nil, size: (width: Double, height: Double)? = nil) {
        (self.id, self.label, self.size) = (id, label, size)
    }

    /// The map from the canvas to the page's pixels.
    var transform: SVGTransform {
        guard let size, let image else { return .identity }
        return .scale(Double(image.width) / size.width, Double(image.height) / size.height)
    }

    /// The size of the page in pixels; nil where nothing tells it.
    var pixels: (width: Int, height: Int)? {
        if let image { return (image.width, image.height) }
        return size.map { (Self.pixels($0.width), Self.pixels($0.height)) }
    }

    private static func pixels(_ side: Double) -> Int { Int(min(max(side.rounded(.up), 1), 1e8)) }

    /// Takes width, height and label from a canvas object, where they are stated and of use.
    mutating func take(_ object: SourceObject) {
        if let width = object["width"].asNumber, let height = object["height"].asNumber,
            (1...1e8).contains(width), (1...1e8).contains(height)
        {
            size = size ?? (width, height)
        }
        label = label ?? LanguageValues.read(object["label"])
        for service in object["service"].list.compactMap(\.asObject) {
            // https://iiif.io/api/annex/services/#physical-dimensions
            guard (service["profile"].address ?? "").contains("physdim") else { continue }
            let units = ["mm": 1.0, "cm": 10, "in": 25.4]
            guard let scale = service["physicalScale"].asNumber, scale > 0,
                let unit = service["physicalUnits"].asString.flatMap({ units[$0] })
            else { continue }
            let perMillimetre = 1 / (scale * unit)
            guard perMillimetre.isFinite, perMillimetre > 0, perMillimetre <= 1e6 else { continue }
            pixelsPerMillimetre = Self.rounded(perMillimetre)
        }
    }

    /// To twelve digits: what was written as one divided by the number comes back as it was.
    private static func rounded(_ number: Double) -> Double {
        Double(String(format: "%.12g", number)) ?? number
    }

    /// The page of a source folder.
    func page(number: Int, pixels: (width: Int, height: Int)) -> SourcePage {
        SourcePage(
            number: number, label: label, image: image?.fileName, width: pixels.width, height: pixels.height,
            pixelsPerMillimetre: pixelsPerMillimetre.map { scale in
                // The scale is that of the canvas; the image may have more pixels.
                guard let size, let image, Double(image.width) != size.width else { return scale }
                return scale * Double(image.width) / size.width
            }, behavior: behavior, captures: captures(pixels: pixels))
    }

    /// The captures of which images were given; none where that is the default one alone.
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

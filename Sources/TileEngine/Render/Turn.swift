import Foundation

/// A rotation of a picture, clockwise.
struct Turn {
    let cosine: Double
    let sine: Double

    init(degrees: Double) {
        cosine = cos(degrees * .pi / 180)
        sine = sin(degrees * .pi / 180)
    }
}

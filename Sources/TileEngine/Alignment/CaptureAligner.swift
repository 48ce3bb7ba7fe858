import Foundation
public import ImageGeometry

/// Aligns a capture with its page by their images alone.
///
/// On the coarsest level all scales, small rotations and translations are compared (``CoarseAlignment``). From there to
/// the finest level, patches of the page are searched for on the capture (``PatchMatches``), and a transform is fitted
/// to the matches: affine on coarse levels, then projective. Outliers are progressively down-weighted (iteratively
/// reweighted least squares with Tukey's biweight; P. Huber, “Robust Statistics”, 1981, chapter 7).
public struct CaptureAligner: Sendable {
    /// The result of an alignment.
    public struct Result: Sendable {
        /// The transform from capture to page, in image pixels.
        public let toPage: ProjectiveTransform
        /// The root mean square distance between the matches and the transform, in pixels of the page.
        public let error: Double
        /// The confidence, 0 to 1: the share of patches that match and fit the transform, multiplied by their mean
        /// correlation.
        public let score: Double
    }

    /// The minimum score of a trustworthy alignment.
    ///
    /// Nine scans of charters and book pages were warped in seven ways, with inverted, noisy and faint copies: all 252
    /// pairs were aligned to within three pixels, with scores of 0.40 or more. Different pages of one book, ruled
    /// alike, scored at most 0.062. `CaptureAlignerTests` makes such pairs from a drawn page.
    public static let leastScore = 0.2

    /// The number of coarse candidates that are refined on the next levels.
    private static let candidateCount = 6
    /// The maximum distance at which a patch fits the transform, in pixels of a level.
    private static let fittingDistance = 1.5

    private let page: AlignmentFeatures
    private let capture: AlignmentFeatures

    /// Creates an aligner for a capture and its page.
    public init(page: AlignmentFeatures, capture: AlignmentFeatures) { (self.page, self.capture) = (page, capture) }

    /// Aligns the capture with the page.
    ///
    /// - Parameter isCancelled: Called occasionally. Once it returns true, the call throws `CancellationError`.
    /// - Returns: The alignment, or nil if nothing fits. A result with a score below ``leastScore`` is a guess.
    /// - Complexity: O(*n*) in the pixels of the reduced images, which are bounded, and of the coarsest level squared.
    public func align(isCancelled: () -> Bool = { false }) throws -> Result? {
        let (pageTop, captureTop) = (page.levels.count - 1, capture.levels.count - 1)
        let coarse = CoarseAlignment(page: page.levels[pageTop], capture: capture.levels[captureTop])
        let candidates = try coarse.candidates(count: Self.candidateCount, isCancelled: isCancelled)
        var best: (fit: Fit, level: Int)?
        for candidate in candidates {
            guard let start = coarse.toCapture(candidate) else { continue }
            if isCancelled() { throw CancellationError() }
            let transform = Self.scaled(start, page: pageTop, capture: captureTop)
            let end = max(0, pageTop - 2)
            guard let fit = refined(transform, levels: end...max(end, pageTop - 1), range: 6) else { continue }
            if fit.score > best?.fit.score ?? 0 { best = (fit, end) }
        }
        guard let best else { return nil }
        if isCancelled() { throw CancellationError() }
        guard best.level > 0 else { return result(best.fit) }
        return refined(best.fit.toCapture, levels: 0...best.level - 1, range: 4).flatMap(result)
    }

    /// Measures how far a given transform is from the best match of the images: the root mean square over the patches,
    /// in pixels of the page.
    ///
    /// - Parameter toPage: The transform from capture to page.
    /// - Returns: The error, or nil if too little matches in its vicinity.
    /// - Complexity: O(*n*) in the pixels of the reduced images, which are bounded.
    public func error(of toPage: ProjectiveTransform) -> Double? {
        guard let inverse = toPage.inverse, let back = page.toLevel.inverse else { return nil }
        let stated = capture.toLevel * inverse * back
        let start = min(2, page.levels.count - 1)
        guard let fit = refined(stated, levels: 0...start, range: 8), fit.score >= Self.leastScore,
            let found = fit.toCapture.inverse
        else { return nil }
        let squares = fit.places.compactMap { place -> Double? in
            guard let there = stated.apply(place), let here = found.apply(there) else { return nil }
            let (across, down) = (here.x - place.x, here.y - place.y)
            return across * across + down * down
        }
        guard !squares.isEmpty else { return nil }
        return (squares.reduce(0, +) / Double(squares.count)).squareRoot() * page.scale
    }

    // MARK: Refinement

    /// A transform between the finest levels, fitted to patches.
    private struct Fit {
        /// The transform from the page's finest level to the capture's.
        let toCapture: ProjectiveTransform
        /// The centres of the patches that fit, on the page's finest level.
        let places: [Point]
        /// The root mean square error in pixels of the page's finest level.
        let error: Double
        let score: Double
    }

    private func result(_ fit: Fit) -> Result? {
        guard let found = fit.toCapture.inverse, let back = page.toLevel.inverse else { return nil }
        return Result(toPage: back * found * capture.toLevel, error: fit.error * page.scale, score: fit.score)
    }

    /// Converts a transform between two levels to one between levels that are finer by this many halvings, or coarser
    /// if the numbers are negative.
    private static func scaled(_ transform: ProjectiveTransform, page: Int, capture: Int) -> ProjectiveTransform {
        func power(_ exponent: Int) -> Double { Double(sign: .plus, exponent: exponent, significand: 1) }
        let (own, other) = (power(capture), power(-page))
        return .scaling(x: own, y: own) * transform * .scaling(x: other, y: other)
    }

    /// Refines a transform on a range of page levels, from coarse to fine.
    private func refined(
        _ start: ProjectiveTransform, levels: ClosedRange<Int>, range: Int
    ) -> Fit? {
        var transform = start
        var last: Fit?
        for level in levels.reversed() {
            // The capture level whose pixels are about as large as those of the page level.
            let own = captureLevel(for: level, transform)
            for round in 0..<3 {
                let matches = PatchMatches(
                    page: page.levels[level], capture: capture.levels[own], range: round == 0 ? range : 3)
                let between = Self.scaled(transform, page: -level, capture: -own)
                guard let fit = fit(matches, between, level: level, own) else { return nil }
                (transform, last) = (fit.toCapture, fit)
            }
        }
        return last
    }

    private func captureLevel(for level: Int, _ transform: ProjectiveTransform) -> Int {
        let middle = Point(x: Double(page.levels[0].width) / 2, y: Double(page.levels[0].height) / 2)
        guard let here = transform.apply(middle),
            let there = transform.apply(Point(x: middle.x + 1, y: middle.y))
        else { return min(level, capture.levels.count - 1) }
        let size = hypot(there.x - here.x, there.y - here.y) * Double(1 << level)
        return min(max(0, Int(log2(max(size, 1e-9)).rounded())), capture.levels.count - 1)
    }

    /// Fits a transform between two levels to the patches found near an initial transform.
    private func fit(_ patches: PatchMatches, _ near: ProjectiveTransform, level: Int, _ own: Int) -> Fit? {
        let (matches, tried) = patches.matches(near)
        guard matches.count >= 6 else { return nil }
        let isAffine = level >= max(1, page.levels.count - 2) || matches.count < 16
        var transform = near
        var weights = matches.map { Double($0.correlation * $0.correlation) }
        var distances: [Double] = []
        for _ in 0..<8 {
            let pairs = zip(matches, weights).filter { $0.1 > 1e-6 }.map { match, weight in
                ProjectiveTransform.WeightedPair(point: match.page, image: match.capture, weight: weight)
            }
            guard let fitted = ProjectiveTransform.fitting(pairs, isAffine: isAffine), let back = fitted.inverse else {
                return nil
            }
            transform = fitted
            distances = matches.map { match in
                back.apply(match.capture).map { hypot($0.x - match.page.x, $0.y - match.page.y) } ?? .infinity
            }
            // Four times the median distance, but not below the resolution of the pixel grid.
            let cut = max(Self.fittingDistance, 4 * distances.sorted()[distances.count / 2])
            weights = zip(matches, distances).map { match, distance in
                let share = distance / cut
                guard share < 1 else { return 0 }
                let biweight = (1 - share * share) * (1 - share * share)
                return Double(match.correlation * match.correlation) * biweight
            }
        }
        let fitting = zip(matches, distances).filter { $0.1 <= Self.fittingDistance }
        guard fitting.count >= 4 else { return nil }
        let mean = fitting.reduce(0) { $0 + Double($1.0.correlation) } / Double(fitting.count)
        let squares = fitting.reduce(0) { $0 + $1.1 * $1.1 }
        let factor = Double(1 << level)
        return Fit(
            toCapture: Self.scaled(transform, page: level, capture: own),
            places: fitting.map { Point(x: $0.0.page.x * factor, y: $0.0.page.y * factor) },
            error: (squares / Double(fitting.count)).squareRoot() * factor,
            score: Double(fitting.count) / Double(max(tried, 1)) * mean)
    }
}

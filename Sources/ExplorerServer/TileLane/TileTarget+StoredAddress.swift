import TileEngine

extension TileTarget {
    /// The stored tile that the target names, if it is one in its stored format and of the version that is served.
    ///
    /// - Complexity: O(*n*) in the number of levels.
    func storedAddress(in image: ServedImage) -> TileAddress? {
        guard format == image.archive.format, version == nil || version == image.version else { return nil }
        let pyramid = image.archive.pyramid
        let address: TileAddress?
        switch place {
        case .deepZoom(let place): address = place
        case .map(let z, let x, let y): address = pyramid.address(z: z, x: x, y: y)
        case .region(_, let region, let width, let height):
            let region = region ?? PixelRegion(x: 0, y: 0, width: pyramid.width, height: pyramid.height)
            // A region that is cropped is for the routes: it has any number of addresses.
            guard width > 0, region.width > 0, region.height > 0 else { return nil }
            let size =
                height.map { PixelSize(width: width, height: $0) } ?? pyramid.proportionalSize(of: region, width: width)
            address = pyramid.address(forIIIFRegion: region, size: size)
        }
        guard let address, address.level <= pyramid.nativeLevel, pyramid.contains(address) else { return nil }
        return address
    }
}

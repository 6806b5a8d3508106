package import TileGeometry

/// A picture as JPEG holds it: a plane of luma, and two of chroma where it has colours.
package struct PlanarPicture: Sendable {
  package var luma: Raster
  /// None, or blue and red.
  package var chroma: [Raster]
  /// How the chroma covers the luma; of no meaning without one.
  package var sampling: ChromaSampling

  /// Black, of a size in pixels.
  package init(width: Int, height: Int, hasColor: Bool, sampling: ChromaSampling) {
    self.sampling = sampling
    luma = Raster(planeOfWidth: width, height: height, value: 0)
    // Two planes of their own: a shared one would be copied by who first writes to it.
    chroma = (0..<(hasColor ? 2 : 0)).map { _ in
      Raster(
        planeOfWidth: Self.samples(width, per: sampling.across),
        height: Self.samples(height, per: sampling.down), value: 128)
    }
  }

  /// A picture of given planes.
  ///
  /// - Parameters:
  ///   - width: of luma, in pixels.
  ///   - height: of luma, in pixels.
  ///   - planes: luma, and blue and red where there are some, as a JPEG stream stores them.
  ///   - sampling: of the chroma planes.
  package init(width: Int, height: Int, planes: [[UInt8]], sampling: ChromaSampling) {
    self.sampling = sampling
    luma = Raster(width: width, height: height, channels: 1, hasAlpha: false, bytes: planes[0])
    chroma = planes.dropFirst().map {
      Raster(
        width: Self.samples(width, per: sampling.across),
        height: Self.samples(height, per: sampling.down), channels: 1, hasAlpha: false, bytes: $0)
    }
  }

  package var width: Int { luma.width }
  package var height: Int { luma.height }
  package var byteCount: Int { luma.bytes.count + chroma.reduce(0) { $0 + $1.bytes.count } }

  private static func samples(_ pixels: Int, per sample: Int) -> Int {
    (pixels + sample - 1) / sample
  }

  /// Copies the part of a tile of the same sampling here that it has of this picture.
  ///
  /// The part lies on whole samples. Colours are left behind where this picture has none.
  package mutating func copy(_ tile: PlanarPicture, _ part: TilePart) {
    luma.copy(tile.luma, part)
    let (across, down) = (sampling.across, sampling.down)
    for index in chroma.indices {
      chroma[index].copy(
        tile.chroma[index], from: (part.from.x / across, part.from.y / down),
        to: (part.to.x / across, part.to.y / down),
        size: (
          Self.samples(part.size.width, per: across), Self.samples(part.size.height, per: down)
        ))
    }
  }

  /// The part inside a rectangle of pixels, scaled to a size, its chroma sampled as wanted.
  package func resampled(
    _ rect: SampledRect, width: Int, height: Int, sampling wanted: ChromaSampling,
    isCancelled: () -> Bool
  ) -> PlanarPicture? {
    guard
      let light = luma.resampled(rect, width: width, height: height, isCancelled: isCancelled)
    else { return nil }
    var picture = self
    picture.luma = light
    picture.sampling = wanted
    let columns = Self.samples(width, per: wanted.across)
    let rows = Self.samples(height, per: wanted.down)
    // The last sample may reach beyond the last pixel; samples lie in the middle of their pixels.
    let part = SampledRect(
      x: rect.x / Double(sampling.across), y: rect.y / Double(sampling.down),
      width: rect.width * Double(columns * wanted.across) / Double(width * sampling.across),
      height: rect.height * Double(rows * wanted.down) / Double(height * sampling.down))
    guard
      let colors = Raster.resampled(
        chroma, part, width: columns, height: rows, isCancelled: isCancelled)
    else { return nil }
    picture.chroma = colors
    return picture
  }

  /// Left and right exchanged; its samples must cover whole pixels, as for any turn.
  package func mirrored() -> PlanarPicture { each { $0.mirrored() } }

  package func turned(quarters: Int) -> PlanarPicture {
    var picture = each { $0.turned(quarters: quarters) }
    if quarters % 2 == 1 {
      picture.sampling = sampling.swapped
    }
    return picture
  }

  /// Repeats the last column and row until the picture is a square of a side, a whole number of
  /// samples.
  package func padded(to side: Int) -> PlanarPicture {
    var picture = self
    picture.luma = luma.padded(to: side)
    picture.chroma = chroma.map { $0.padded(to: side / sampling.across) }
    return picture
  }

  private func each(_ change: (Raster) -> Raster) -> PlanarPicture {
    var picture = self
    picture.luma = change(luma)
    picture.chroma = chroma.map(change)
    return picture
  }
}

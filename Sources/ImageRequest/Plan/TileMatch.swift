package import TileGeometry

/// The stored tile that answers a plan without decoding a pixel.
package enum TileMatch: Hashable, Sendable {
  /// The tile as it is stored, its padding included.
  case whole(TileAddress)
  /// So many pixels of its left and upper part.
  case corner(TileAddress, width: Int32, height: Int32)
}

extension ImagePlan {
  /// The tile of the ladder whose own pixels, unscaled, are what the plan asks for.
  ///
  /// Whether that level is stored, the caller looks up.
  package func match(in shape: ImageShape) -> TileMatch? {
    guard format == shape.storedFormat, quality == .color, rotation == .none, !isMirrored,
      let fromFinest = levelReduction(of: shape.full.size),
      let reduction = Reduction(fromFinest.exponent - shape.detail),
      shape.ladder.contains(reduction)
    else { return nil }
    let level = shape.ladder.level(reduction)
    let side = Int64(level.tileSize.side)
    let pitch = side << Int64(fromFinest.exponent)
    guard region.x % pitch == 0, region.y % pitch == 0 else { return nil }
    let column = Int32(clamping: region.x / pitch)
    let row = Int32(clamping: region.y / pitch)
    guard let rect = level.tileRect(column: column, row: row) else { return nil }
    let address = TileAddress(reduction: reduction, column: column, row: row)
    if size == PixelSize(width: side, height: side) { return .whole(address) }
    guard size.width <= rect.width, size.height <= rect.height else { return nil }
    guard paddedSide == 0 else {
      // Stored tiles are filled up the same way.
      let isEdge = size == PixelSize(width: rect.width, height: rect.height)
      return isEdge && Int64(paddedSide) == side ? .whole(address) : nil
    }
    return .corner(address, width: Int32(size.width), height: Int32(size.height))
  }

  /// The level of which the plan shows pixels one by one, stored or not.
  ///
  /// The region covers whole level pixels, but for those that the image's edge cuts short.
  ///
  /// - Parameter image: the size of its finest level.
  /// - Returns: counted from that level.
  package func levelReduction(of image: ImageSize) -> Reduction? {
    var next: Reduction? = .full
    while let reduction = next {
      next = reduction.coarser
      let (width, height) = (reduction.reduce(region.width), reduction.reduce(region.height))
      // Coarser levels are smaller still.
      guard width >= size.width, height >= size.height else { return nil }
      guard width == size.width, height == size.height else { continue }
      let pixel = Int64(1) << Int64(reduction.exponent)
      guard region.x % pixel == 0, region.y % pixel == 0 else { continue }
      if region.width % pixel == 0 || region.maxX == image.width,
        region.height % pixel == 0 || region.maxY == image.height
      {
        return reduction
      }
    }
    return nil
  }
}

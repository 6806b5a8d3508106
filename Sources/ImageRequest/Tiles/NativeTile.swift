import ByteText
package import TileGeometry

/// A tile of our own scheme: `{reduction}/{column}_{row}.{ext}`.
package struct NativeTile: Hashable, Sendable {
  /// As far as levels are magnified when somebody asks for it.
  package static let finest: Int64 = -3

  package let reduction: Int64
  package let column: Int64
  package let row: Int64
  package let format: ImageFormat

  /// - Returns: nil where the words are no tile's at all; the path then is an image's name.
  init?(reduction: ArraySlice<UInt8>, file: ArraySlice<UInt8>) throws(RequestProblem) {
    guard let (name, ending) = file.nameAndExtension,
      let tile = try NativeTile(reduction: reduction, place: name, format: .jpeg)
    else { return nil }
    guard let format = ImageFormat(tileExtension: ending) else {
      throw .absent("there are no tiles of the format '\(ending.shown)'")
    }
    self.reduction = tile.reduction
    self.column = tile.column
    self.row = tile.row
    self.format = format
  }

  init?(
    reduction: ArraySlice<UInt8>, place: ArraySlice<UInt8>, format: ImageFormat
  ) throws(RequestProblem) {
    let isNegative = reduction.first == UInt8(ascii: "-")
    guard let magnitude = PathNumber.index(isNegative ? reduction.dropFirst() : reduction),
      // There is one 0.
      magnitude > 0 || !isNegative,
      let (left, right) = place.split(at: UInt8(ascii: "_"))
    else { return nil }
    guard let column = PathNumber.index(left), let row = PathNumber.index(right) else {
      throw .malformed("the tile '\(place.shown)' is not {column}_{row}")
    }
    self.reduction = isNegative ? -magnitude : magnitude
    self.column = column
    self.row = row
    self.format = format
  }

  package init(_ address: TileAddress, format: ImageFormat) {
    reduction = Int64(address.reduction.exponent)
    column = Int64(address.column)
    row = Int64(address.row)
    self.format = format
  }

  /// Where it is asked for; with a slash at its beginning, as all our addresses.
  package func address(of name: ImageName) -> String {
    "/images/\(name.text)/tiles/\(reduction)/\(column)_\(row).\(format.fileExtension)"
  }

  package func plan(for shape: ImageShape) throws(RequestProblem) -> ImagePlan {
    let ladder = shape.ladder
    let finest = min(Self.finest, Int64(ladder.finest.exponent))
    guard reduction >= finest, reduction <= Int64(ladder.coarsest.exponent),
      let step = Reduction(Int32(truncatingIfNeeded: reduction) + shape.detail)
    else {
      throw .absent("the image has no level \(reduction)")
    }
    // Magnified tiles cover whole pixels of the finest level where the tile's side can be divided so
    // often.
    guard step >= .full || ladder.tileSize.side % (1 << -step.exponent) == 0 else {
      throw .absent("tiles of \(ladder.tileSize.side) pixels can't be magnified")
    }
    let full = shape.full
    return try .tile(of: full.ladder.level(step), column: column, row: row, in: full, as: format)
  }

  /// The tile's place on an image that has it.
  func address(on shape: ImageShape) throws(RequestProblem) -> TileAddress {
    _ = try plan(for: shape)
    return TileAddress(
      reduction: Reduction(clamping: Int32(truncatingIfNeeded: reduction)),
      column: Int32(truncatingIfNeeded: column), row: Int32(truncatingIfNeeded: row))
  }
}

extension ImageFormat {
  init?(tileExtension text: ArraySlice<UInt8>) {
    if text.equals("jpg") {
      self = .jpeg
    } else if text.equals("webp") {
      self = .webp
    } else if text.equals("png") {
      self = .png
    } else if text.equals("avif") {
      self = .avif
    } else {
      return nil
    }
  }
}

extension ImagePlan {
  /// The plan of a tile of a grid, cropped at the right and bottom edge.
  static func tile(
    of level: Level, column: Int64, row: Int64, in shape: ImageShape, as format: ImageFormat
  ) throws(RequestProblem) -> ImagePlan {
    guard let column = Int32(exactly: column), let row = Int32(exactly: row),
      let rect = level.tileRect(column: column, row: row)
    else {
      throw .absent(
        "there is no tile \(column)_\(row) among the level's \(level.columns)x\(level.rows)")
    }
    return ImagePlan(
      region: shape.imageRect(covering: rect, of: level.reduction),
      size: PixelSize(width: rect.width, height: rect.height), quality: .color, format: format)
  }
}

extension ImageShape {
  /// What a rectangle of level pixels shows of the image.
  func imageRect(covering rect: PixelRect, of reduction: Reduction) -> PixelRect {
    let exponent = Int64(reduction.exponent)
    guard exponent >= 0 else {
      // Whole image pixels: see where magnified tiles are asked for.
      return PixelRect(
        x: rect.x >> -exponent, y: rect.y >> -exponent,
        width: max(1, rect.width >> -exponent), height: max(1, rect.height >> -exponent))
    }
    let x = rect.x << exponent
    let y = rect.y << exponent
    return PixelRect(
      x: x, y: y, width: min(rect.width << exponent, size.width - x),
      height: min(rect.height << exponent, size.height - y))
  }
}

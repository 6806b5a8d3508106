import ImageRequest
import TileGeometry
import Testing

/// The same pixels through every protocol are the same plan, and find the same stored tile.
@Suite struct EqualPlanTests {
  static let sizes: [(Int64, Int64)] = [
    (1, 1), (257, 1), (511, 513), (3001, 2003), (4096, 4096), (8193, 300), (255, 70_001),
  ]

  static let name = ImageName(path: "a".utf8)

  private static func iiif(
    _ version: String, _ region: String, _ size: String, _ rotation: String = "0",
    quality: String = "default"
  ) -> String {
    RouteTable[.iiifImage].path([
      .version: version, .id: name.text, .region: region, .size: size, .rotation: rotation,
      .quality: quality, .iiifFormat: "jpg",
    ])
  }

  /// All addresses that mean a tile of a stored level; the first is our own.
  static func addresses(_ tile: TileAddress, of shape: ImageShape) throws -> [String] {
    let level = shape.ladder.level(tile.reduction)
    let rect = try #require(level.tileRect(column: tile.column, row: tile.row))
    let reduction = tile.reduction.exponent
    let pixel = Int64(1) << Int64(reduction)
    let (x, y) = (rect.x * pixel, rect.y * pixel)
    let width = min(rect.width * pixel, shape.size.width - x)
    let height = min(rect.height * pixel, shape.size.height - y)
    var addresses = [NativeTile(tile, format: .jpeg).address(of: name)]
    addresses.append(
      try #require(DeepZoomTile(tile, of: shape, format: .jpeg)).address(of: name))
    var regions = ["\(x),\(y),\(width),\(height)"]
    // Regions may reach over the edge.
    if x + width == shape.size.width { regions.append("\(x),\(y),\(width + 1000),\(height)") }
    let isWhole = width == shape.size.width && height == shape.size.height
    if isWhole { regions.append("full") }
    for region in regions {
      for size in ["\(rect.width),\(rect.height)", "\(rect.width),", ",\(rect.height)"] {
        // `w,` of a sliver that several heights share leaves open which level is meant.
        if size.hasSuffix(","), rect.width < 2 { continue }
        if size.hasPrefix(","), rect.height < 2 { continue }
        for quality in ["default", "color"] {
          addresses += ["3", "2"].map { iiif($0, region, size, quality: quality) }
        }
        addresses.append(iiif("3", region, "^\(size)", "360"))
      }
      if reduction == 0 {
        addresses += [
          iiif("3", region, "max", "0.0"), iiif("3", region, "pct:100"), iiif("2", region, "full"),
          iiif("2", region, "max", quality: "color"), iiif("2", region, "pct:100.0"),
        ]
      }
    }
    let tiers = ZoomifyTiers(size: shape.size, tileSize: shape.ladder.tileSize)
    if tiers.size(tile.reduction) == level.size, let zoomify = ZoomifyTile(tile, of: shape) {
      addresses.append(zoomify.address(of: name))
    }
    let side = Int64(shape.ladder.tileSize.side)
    if side == 256, rect.width == side, rect.height == side {
      addresses.append(try #require(XYZTile(tile, of: shape, format: .jpeg)).address(of: name))
    }
    return addresses
  }

  /// Tiles at all corners of a level and in its middle.
  static func sample(of level: Level) -> Set<TileAddress> {
    var tiles: Set<TileAddress> = []
    for column in [0, level.columns / 2, level.columns - 1] {
      for row in [0, level.rows / 2, level.rows - 1] {
        tiles.insert(TileAddress(reduction: level.reduction, column: column, row: row))
      }
    }
    return tiles
  }

  @Test(arguments: sizes, [256, 512] as [Int32])
  func `all addresses of a stored tile are one plan`(size: (Int64, Int64), side: Int32) throws {
    let shape = try Shapes.shape(size.0, size.1, tileSize: side)
    for index in 0..<shape.ladder.count {
      let level = try #require(shape.ladder.level(at: index))
      for tile in Self.sample(of: level) {
        let rect = try #require(level.tileRect(column: tile.column, row: tile.row))
        let addresses = try Self.addresses(tile, of: shape)
        let plan = try shape.plan(addresses[0])
        for address in addresses {
          #expect(try shape.plan(address) == plan, "\(address), \(size)")
        }
        for version in [IIIFVersion.two, .three] {
          let canonical = plan.address(of: Self.name, version, in: shape, limits: Shapes.limits)
          #expect(try shape.plan(canonical) == plan, "\(canonical), \(size)")
        }
        let isFull = rect.width == Int64(side) && rect.height == Int64(side)
        let expected: TileMatch =
          isFull
          ? .whole(tile)
          : .corner(tile, width: Int32(rect.width), height: Int32(rect.height))
        #expect(plan.match(in: shape) == expected, "\(addresses[0]), \(size)")
        #expect(
          plan.fingerprint(1) == (try shape.plan(addresses[addresses.count - 1])).fingerprint(1))
      }
    }
  }

  @Test func `the last row of one pixel that OpenSeadragon asks of Zoomify is stored`() throws {
    let shape = try Shapes.shape(511, 513)
    // Half of 513 is 256 in Zoomify's count, and 256.5 in OpenSeadragon's.
    #expect(
      try shape.plan("/zoomify/a/TileGroup0/0-0-1.jpg")
        == shape.plan("/images/a/tiles/1/0_1.jpg"))
    #expect(shape.problem("/zoomify/a/TileGroup0/0-0-2.jpg") != nil)
    #expect(shape.problem("/zoomify/a/TileGroup0/0-1-0.jpg") != nil)
    #expect(shape.problem("/zoomify/a/TileGroup0/1-2-0.jpg") != nil)
  }

  @Test func `padded tiles at the edge are the stored ones, padding and all`() throws {
    let shape = try Shapes.shape(3001, 2003)
    let plan = try shape.plan("/xyz/a/4/11/7.jpg")
    #expect(plan.paddedSide == 256)
    let address = TileAddress(reduction: .full, column: 11, row: 7)
    #expect(plan.match(in: shape) == .whole(address))
    // A grid of other tiles than those that are stored has to be rendered.
    let large = try Shapes.shape(3001, 2003, tileSize: 512)
    #expect(try large.plan("/xyz/a/4/11/7.jpg").match(in: large) == nil)
    #expect(
      try large.plan("/xyz/a/4/2/2.jpg").match(in: large)
        == .corner(
          TileAddress(reduction: .full, column: 1, row: 1), width: 256, height: 256))
  }

  @Test(
    arguments: [
      "full/max/0/default.png", "0,0,256,256/256,256/90/default.jpg",
      "0,0,256,256/256,256/!0/default.jpg", "0,0,256,256/256,256/0/gray.jpg",
      "0,0,256,256/256,256/0/bitonal.jpg", "1,0,256,256/256,256/0/default.jpg",
      "0,0,256,256/255,256/0/default.jpg", "128,0,256,256/256,256/0/default.jpg",
      "0,0,512,256/512,256/0/default.jpg", "0,0,511,512/256,256/0/default.jpg",
      "2816,1792,184,211/184,211/45.5/default.jpg",
    ])
  func `what is no stored tile is rendered`(path: String) throws {
    let shape = try Shapes.shape(3001, 2003)
    #expect(try shape.plan("/iiif/3/a/\(path)").match(in: shape) == nil)
  }

  @Test func `gray in a gray image is the image itself`() throws {
    let shape = try Shapes.shape(600, 400, isGray: true)
    let plan = try shape.plan("/iiif/3/a/0,0,256,256/max/0/gray.jpg")
    #expect(plan == (try shape.plan("/images/a/tiles/0/0_0.jpg")))
    #expect(plan.match(in: shape) != nil)
  }

  @Test func `tiles stored in no format of the web are rendered`() throws {
    let shape = try Shapes.shape(600, 400, stored: nil)
    #expect(try shape.plan("/images/a/tiles/0/0_0.jpg").match(in: shape) == nil)
    let webp = try Shapes.shape(600, 400, stored: .webp)
    #expect(try webp.plan("/images/a/tiles/0/0_0.webp").match(in: webp) != nil)
    #expect(try webp.plan("/images/a/tiles/0/0_0.jpg").match(in: webp) == nil)
  }

  @Test func `different pictures have different plans and fingerprints`() throws {
    let shape = try Shapes.shape(3001, 2003)
    let addresses = [
      "/images/a/tiles/0/0_0.jpg", "/images/a/tiles/0/0_0.png", "/images/a/tiles/0/1_0.jpg",
      "/images/a/tiles/0/0_1.jpg", "/images/a/tiles/1/0_0.jpg", "/images/a/tiles/-1/0_0.jpg",
      "/iiif/3/a/0,0,256,256/256,256/90/default.jpg", "/iiif/3/a/0,0,256,256/256,256/0/gray.jpg",
      "/iiif/3/a/0,0,256,256/256,256/!0/default.jpg", "/iiif/3/a/0,0,256,256/255,256/0/default.jpg",
      "/iiif/3/a/0,0,256,256/256,256/0/bitonal.jpg", "/xyz/a/4/11/7.jpg",
      "/images/a/tiles/0/11_7.jpg",
    ]
    let plans = try addresses.map { try shape.plan($0) }
    #expect(Set(plans).count == addresses.count)
    #expect(Set(plans.map { $0.fingerprint(7) }).count == addresses.count)
    #expect(plans[0].fingerprint(7) != plans[0].fingerprint(8))
  }
}

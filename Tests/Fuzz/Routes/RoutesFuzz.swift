import Documents
import ImageRequest
import TileGeometry

/// libFuzzer's entry: whatever a path and a query say, reading and planning end in a plan that keeps
/// its promises, or in a problem with a short reason.
///
/// The first byte chooses the image and the limits, the rest is the request's target.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRoutes(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let input = unsafe [UInt8](UnsafeBufferPointer(start: start, count: count))
  guard let choice = input.first else { return 0 }
  let shape = shapes[Int(choice) % shapes.count]
  let bounds = limits[Int(choice) / shapes.count % limits.count]
  let target = input[1...]
  let mark = target.firstIndex(of: UInt8(ascii: "?"))
  do throws(RequestProblem) {
    let route = try Route(path: target[..<(mark ?? target.endIndex)])
    // Requests with other bytes are refused before they come to a route.
    if target.allSatisfy({ $0 < 0x80 }), case .image(let name, .picture(let picture)) = route {
      check(picture, of: name)
    }
    try check(route, shape, bounds, query: mark.map { target[($0 + 1)...] })
  } catch {
    // Long texts of strangers are cut short.
    precondition(!error.detail.isEmpty && error.detail.utf8.count < 600, "\(error)")
  }
  return 0
}

private let shapes: [ImageShape] = {
  let side = ImageSize.maximumSide
  let sizes: [(Int64, Int64, Int32)] = [
    (3001, 2003, 256), (1, 1, 256), (257, 1, 512), (60_000, 40_000, 512), (side, side, 256),
    (side, 1, 4096), (1, side - 1, 16), (511, 513, 240),
  ]
  return sizes.compactMap { width, height, tile in
    guard let size = ImageSize(width: width, height: height), let tile = TileSize(tile) else {
      return nil
    }
    return ImageShape(
      ladder: Ladder(imageSize: size, tileSize: tile), storedFormat: .jpeg,
      isGray: tile.side == 512, hasAlpha: false)
  }
}()

private let limits = [
  RequestLimits(maximumWidth: 8192, maximumHeight: 8192, maximumArea: 32 << 20),
  RequestLimits(maximumWidth: 1 << 31, maximumHeight: 1 << 31, maximumArea: 1 << 20),
  RequestLimits(maximumWidth: 100, maximumHeight: 50, maximumArea: 2000),
]

private func check(
  _ route: Route, _ shape: ImageShape, _ limits: RequestLimits, query: ArraySlice<UInt8>?
) throws(RequestProblem) {
  switch route {
  case .image(let name, let asked):
    check(name)
    try check(asked, shape, limits, query: query)
  case .site(let asked): check(asked)
  case .operations: break
  }
}

private func check(
  _ route: ImageRoute, _ shape: ImageShape, _ limits: RequestLimits, query: ArraySlice<UInt8>?
) throws(RequestProblem) {
  switch route {
  case .picture(let picture): try check(picture, shape, limits)
  case .viewport, .viewportTiles:
    // Views of giants may list thousands of tiles, which would only make each input slow.
    guard shape.size.width <= 4096, shape.size.height <= 4096 else { return }
    let answer = try ViewRequest(try QueryFields(query, plus: .sign), for: shape).placed()
    precondition(answer.tiles.count <= 10_000, "more tiles than a view may have")
  case .presentation(_, .canvas(let number)), .presentation(_, .range(let number)):
    precondition(number > 0, "pages and entries count from 1")
  case .description, .iiifInformation, .deepZoom, .zoomify, .xyz, .presentation(_, .manifest),
    .presentation(_, .collection), .reading(.outline), .reading(.links), .reading(.words),
    .reading(.plainText), .reading(.alto), .reading(.search), .reading(.contentSearch),
    .reading(.autocomplete):
    break
  case .reading(.annotations(_, let number)), .reading(.linkAnnotations(_, let number)):
    precondition(number > 0, "pages count from 1")
  }
}

private func check(
  _ route: PictureRoute, _ shape: ImageShape, _ limits: RequestLimits
) throws(RequestProblem) {
  let plan = try route.plan(for: shape, limits: limits)
  switch route {
  case .tile, .deepZoom, .zoomify, .xyz: checkTile(plan, shape)
  case .iiif(let version, _):
    check(plan, shape)
    precondition(
      limits.allow(width: plan.size.width, height: plan.size.height), "above the limits")
    checkCanonical(plan, version, shape, limits)
  }
}

private func check(_ route: SiteRoute) {
  switch route {
  case .viewer(let name), .embeddedViewer(let name), .iiifBase(_, let name): check(name)
  case .gallery, .listing, .viewerFile, .icon: break
  }
}

/// What we write of a picture's route is read as the same route.
private func check(_ route: PictureRoute, of name: ImageName) {
  let address = Array(route.address(of: name).utf8)
  let again = try? Route(path: address[...])
  precondition(again == .image(name, .picture(route)), "an address that is not read back")
}

/// What we write of a name means the name.
private func check(_ name: ImageName) {
  let written = ImageName(path: name.bytes)
  precondition(written.bytes == name.bytes, "a name that is not read back")
}

private func check(_ plan: ImagePlan, _ shape: ImageShape) {
  let region = plan.region
  precondition(region.x >= 0 && region.y >= 0 && region.width > 0 && region.height > 0)
  precondition(region.maxX <= shape.size.width && region.maxY <= shape.size.height)
  precondition(plan.size.width > 0 && plan.size.height > 0)
  precondition(plan.rotation.degrees >= 0 && plan.rotation.degrees < 360)
  switch plan.match(in: shape) {
  case .whole(let address)?:
    precondition(isThere(address, shape), "a match that is no tile")
  case .corner(let address, let width, let height)?:
    precondition(isThere(address, shape), "a match that is no tile")
    precondition(Int64(width) == plan.size.width && Int64(height) == plan.size.height)
  case nil: break
  }
}

private func isThere(_ address: TileAddress, _ shape: ImageShape) -> Bool {
  shape.ladder.contains(address.reduction)
    && shape.ladder.level(address.reduction).contains(column: address.column, row: address.row)
}

private func checkTile(_ plan: ImagePlan, _ shape: ImageShape) {
  check(plan, shape)
  let side = max(Int64(shape.ladder.tileSize.side), 256)
  precondition(plan.size.width <= side && plan.size.height <= side, "a tile larger than tiles are")
}

private func checkCanonical(
  _ plan: ImagePlan, _ version: IIIFVersion, _ shape: ImageShape, _ limits: RequestLimits
) {
  let name = ImageName(path: "a".utf8)
  let address = plan.address(of: name, version, in: shape, limits: limits)
  guard case .image(_, .picture(let canonical))? = try? Route(path: Array(address.utf8)[...])
  else {
    preconditionFailure("a canonical address that is none: \(address)")
  }
  let again = try? canonical.plan(for: shape, limits: limits)
  precondition(again == plan, "another picture at its canonical address \(address)")
}

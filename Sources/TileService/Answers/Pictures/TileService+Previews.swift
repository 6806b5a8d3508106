import DecoderChildren
import HTTPWire
import ImageRequest
import PyramidFormat
import Rendering

extension TileService {
  /// Answers with a picture of what there is of an image that is being cut, or with what it will be.
  ///
  /// - Parameters:
  ///   - route: what is asked.
  ///   - image: its preview.
  ///   - name: what it is called.
  ///   - request: that asks.
  ///   - response: is filled in.
  /// - Returns: nil where it takes more than the coarse levels.
  /// - Throws: why the image has no such picture, cut or not.
  func answerPreview(
    _ route: ImageRoute, of image: OpenImage, named name: ImageName,
    _ request: borrowing Request, _ response: inout Response
  ) throws(NotServed) -> Step? {
    guard case .picture(let picture) = route else {
      index.learnStatement(of: image)
      return try answerImage(
        route, of: image, named: name, knowsWords: true, request, &response)
    }
    guard let finest = image.pyramid.storedLevel(CutPreview.finest) else { return nil }
    let plan = try Self.plan(picture, for: image.shape, limits)
    guard let level = Renderer.cost(of: plan, from: image.source).level, level >= finest else {
      return nil
    }
    response.fields.add(pictureFields[plan.format, .passing])
    switch try source(of: plan, in: image, with: nil) {
    case .stored(.region(let region)):
      response.body = .file(region)
      response.provenance = .passThrough
    case .stored(.bytes(let bytes)):
      response.body = .bytes(bytes)
      response.provenance = .passThrough
    case .cached(let bytes):
      response.body = .bytes(bytes)
      response.provenance = .cache
    // Previews lie in memory.
    case .elsewhere: return nil
    case .toMake(let order):
      return .picture(
        order,
        PictureReply(
          fields: response.fields, stopgapFields: response.fields, request: copy request))
    }
    return .done
  }

  /// The picture that a route asks for as a tile that may be had before the cut ends.
  ///
  /// - Parameters:
  ///   - route: what is asked, which takes more than the coarse levels.
  ///   - image: the preview.
  /// - Returns: nil where it is none.
  func wish(for route: ImageRoute, of image: OpenImage) -> WishedPicture? {
    guard case .picture(let picture) = route,
      let plan = try? Self.plan(picture, for: image.shape, limits)
    else { return nil }
    return WishedPicture(plan, of: image)
  }

  /// Answers with a tile that is there before its image is cut.
  ///
  /// - Parameters:
  ///   - wished: the picture.
  ///   - jpeg: the tile.
  ///   - response: is filled in.
  /// - Returns: false where the picture can't be made of it.
  func answer(_ wished: WishedPicture, with jpeg: [UInt8], _ response: inout Response) -> Bool {
    guard let bytes = bytes(of: wished, from: jpeg) else { return false }
    response.fields.add(pictureFields[wished.format, .passing])
    response.body = .bytes(SharedBytes(bytes))
    response.provenance = .passThrough
    return true
  }

  /// A picture as it is sent, made of its tile.
  func bytes(of wished: WishedPicture, from jpeg: [UInt8]) -> [UInt8]? {
    guard case .corner(let address, let width, let height) = wished.match else { return jpeg }
    return try? pictures.renderer.corner(
      of: jpeg, at: address, width: width, height: height, in: wished.image.pyramid)
  }
}

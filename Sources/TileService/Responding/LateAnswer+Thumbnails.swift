import Books
import CutJobs
import Documents
import HTTPWire
import ImageRequest
import PyramidFormat
import Sources
import TileGeometry

/// Pages in small, which nobody cuts them for.
extension LateAnswer {
  /// Answers with a thumbnail of a page that nobody has cut.
  ///
  /// - Parameters:
  ///   - order: to have it cut where it can't be drawn.
  ///   - asked: what is asked.
  /// - Returns: false for whatever else is asked, and for what is no page of a document; nothing is
  ///   answered then.
  func drawThumbnail(of order: CutOrder, _ asked: AskedImage) -> Bool {
    guard service.configuration.missingPyramids == .cut,
      case .picture(.iiif(let version, let segments)) = asked.route,
      segments.showAll(within: ThumbnailDesk.longestSide, version),
      let page = service.index.uncutPage(at: asked.path)
    else { return false }
    if page.size != nil { return draw(page, order, asked) }
    guard let document = (try? service.describedDocument(of: asked.path)) ?? nil else {
      return false
    }
    ask(service.index.documents.facts, about: document, for: asked) {
      guard let page = self.service.index.uncutPage(at: asked.path), self.draw(page, order, asked)
      else { return self.wait(for: order, asked) }
    }
    return true
  }

  private func draw(
    _ page: ImageIndex.UncutPage, _ order: CutOrder, _ asked: AskedImage
  ) -> Bool {
    guard case .picture(let route) = asked.route, let shape = service.shape(of: page),
      let plan = try? TileService.plan(route, for: shape, service.limits),
      max(plan.size.width, plan.size.height) <= ThumbnailDesk.longestSide
    else { return false }
    let answer: @Sendable (SharedBytes) -> Void = { bytes in
      var response = Response()
      // Once the page is cut its thumbnail is another one.
      response.fields.add(self.service.pictureFields[plan.format, .brief])
      response.body = .bytes(bytes)
      response.provenance = .render
      asked.asker.answer(with: response)
    }
    let key = ThumbnailDesk.Key(document: page.document, page: page.number, plan: plan)
    let place = service.placeOfThumbnail(plan, of: page, shape)
    if let known = service.thumbnails.known(key, at: place) {
      answer(known)
      return true
    }
    return service.thumbnails.request(
      key, keptAt: place, by: page.drawing, for: waiting
    ) { outcome in
      switch outcome {
      case .made(let bytes): answer(bytes)
      case .notDrawn: self.wait(for: order, asked)
      }
    }
  }
}

extension TileService {
  /// Where a page in small is kept: that which descriptions lead to, and no other of all that may be
  /// asked for.
  ///
  /// - Parameters:
  ///   - plan: what is asked.
  ///   - page: whose it is.
  ///   - shape: the page's.
  /// - Returns: nil for what is not kept.
  fileprivate func placeOfThumbnail(
    _ plan: ImagePlan, of page: ImageIndex.UncutPage, _ shape: ImageShape
  ) -> KeptThumbnails.Place? {
    let route = PictureRoute.iiif(.three, IIIFSegments(allWithin: ImageLinks.thumbnailSide))
    guard let version = page.version, plan == (try? route.plan(for: shape, limits: limits)) else {
      return nil
    }
    return KeptThumbnails.Place(
      document: version, page: page.number, print: plan.fingerprint(tagSeed))
  }

  /// What may be asked of a page before it is cut; nil where nobody knows how large it is.
  fileprivate func shape(of page: ImageIndex.UncutPage) -> ImageShape? {
    guard let size = page.size, let pixels = size.pixels,
      let image = ImageSize(width: pixels.width, height: pixels.height)
    else { return nil }
    let ladder = Ladder(imageSize: image, tileSize: index.rules.recipe.tileSize)
    return ImageShape(
      ladder: ladder.reaching(Reduction(clamping: Int32(-size.detail))), storedFormat: nil,
      isGray: false, hasAlpha: false)
  }
}

/// What a request's path asks for.
package enum Route: Equatable, Sendable {
  /// Something of an image, which has to be open for that.
  case image(ImageName, ImageRoute)
  /// Pages, lists and ways to images: nothing that needs an open one.
  case site(SiteRoute)
  case operations(OperationsRoute)
}

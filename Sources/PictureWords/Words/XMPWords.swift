import ByteText

/// What stands in a packet of XMP (ISO 16684-1).
package enum XMPWords {
  /// Bytes of a packet; longer ones are left alone.
  package static let limit = 1 << 18

  /// Reads a packet.
  ///
  /// - Parameters:
  ///   - packet: XML in UTF-8, with or without the packet's wrapping.
  ///   - place: whether it is to be told where the picture was taken.
  /// - Returns: nil for what is no XML, or more than anybody writes.
  package static func read(
    _ packet: some Collection<UInt8>, tellingPlace place: Bool
  ) -> PictureDetails? {
    guard packet.count <= limit, let properties = XMPProperties(packet) else { return nil }
    var details = PictureDetails()
    details.title = properties.text("dc:title")
    details.description = properties.text("dc:description", limit: CleanText.textLimit)
    details.creator = properties.list("dc:creator")
    details.attribution =
      properties.text("dc:rights") ?? properties.text("xmpRights:UsageTerms")
      ?? properties.text("photoshop:Credit")
    details.rights =
      CleanText.address(properties.text("cc:license"))
      ?? CleanText.address(properties.text("xmpRights:WebStatement"))
      ?? CleanText.address(details.attribution)
    details.date =
      CleanText.date(properties.text("photoshop:DateCreated"))
      ?? CleanText.date(properties.text("exif:DateTimeOriginal"))
      ?? CleanText.date(properties.text("xmp:CreateDate"))
    details.camera.make = properties.text("tiff:Make")
    details.camera.model = properties.text("tiff:Model")
    details.camera.lens = properties.text("aux:Lens") ?? properties.text("exifEX:LensModel")
    if place { details.place = Self.place(properties) }
    return details
  }

  private static func place(_ properties: XMPProperties) -> PicturePlace? {
    guard let latitude = properties.text("exif:GPSLatitude").flatMap(degrees),
      let longitude = properties.text("exif:GPSLongitude").flatMap(degrees)
    else { return nil }
    return PicturePlace(latitude: latitude, longitude: longitude)
  }

  /// `48,12.5N` or `48,12,30N`.
  private static func degrees(_ text: String) -> Double? {
    let parts = text.utf8.dropLast().split(separator: ASCII.comma, omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Double(String(decoding: $0, as: UTF8.self)) }
    return numbers.count == parts.count ? PicturePlace.degrees(numbers, text.utf8.last) : nil
  }
}

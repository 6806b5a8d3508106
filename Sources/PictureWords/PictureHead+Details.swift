package import PyramidFormat

extension PictureHead {
  /// Bytes of Photoshop's resources that are looked through.
  private static let resourceLimit = 1 << 16

  /// What the file says of its picture.
  ///
  /// The same is often said in several places, and the places were written at different times. As
  /// the Metadata Working Group advises ("Guidelines for Handling Image Metadata" 2.0), EXIF comes
  /// first, for whoever changes it alone knows no other; then XMP; then IPTC's old form, which is
  /// believed last whether or not its checksum is kept; then what the container itself has room for.
  /// A title, which EXIF has none for, is XMP's before all.
  ///
  /// - Parameter place: whether it is to be told where the picture was taken.
  /// - Returns: what is said; empty for a file that says nothing.
  /// - Throws: what kept the file from being read.
  package func details(tellingPlace place: Bool) throws(ByteSourceError) -> PictureDetails {
    var details = PictureDetails()
    var packet = try xmp.map { (part) throws(ByteSourceError) in
      try part.bytes(limit: XMPWords.limit + 1)
    }
    var resources = try self.resources.map { (part) throws(ByteSourceError) in
      try part.bytes(limit: Self.resourceLimit)
    }
    var block: [UInt8]?
    if let fields, let directory = try TIFFFields(of: fields, keeping: EXIFWords.tags) {
      details = try EXIFWords.read(directory)
      if place { details.place = try EXIFWords.place(directory) }
      if packet == nil { packet = try directory.bytes(EXIFWords.Tag.xmp, limit: XMPWords.limit) }
      block = try directory.bytes(EXIFWords.Tag.iptc, limit: Self.resourceLimit)
      if resources == nil {
        resources = try directory.bytes(EXIFWords.Tag.photoshop, limit: Self.resourceLimit)
      }
    }
    if let packet, let said = XMPWords.read(packet, tellingPlace: place) {
      details = details.completed(by: said)
    }
    if let found = resources.flatMap({ IPTCWords.block(inPhotoshop: $0[...]) }) ?? block?[...] {
      details = details.completed(by: IPTCWords.read(found))
    }
    details = details.completed(by: texts)
    // A photograph's own density says nothing; see ``EXIFWords``.
    if details.camera.exposureTime == nil, details.camera.fNumber == nil {
      details.pixelsPerMeter = details.pixelsPerMeter ?? pixelsPerMeter
    }
    return details
  }
}

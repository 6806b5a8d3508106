/// The images that one loop uses, by the names that clients write.
struct ImageTable {
  private struct Key: Hashable {
    let name: ArraySlice<UInt8>

    func hash(into hasher: inout Hasher) {
      unsafe name.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    }
  }

  /// One image may have several names; a full table is emptied, which costs one look-up each.
  private static let capacity = 1024

  private var images: [Key: ServedImage] = [:]

  /// The image of a name, if its source is still what it was.
  mutating func find(_ name: ArraySlice<UInt8>) -> ServedImage? {
    let key = Key(name: name)
    guard let image = images[key] else { return nil }
    guard image.isCurrent else {
      images[key] = nil
      return nil
    }
    return image
  }

  mutating func keep(_ image: ServedImage, as name: ArraySlice<UInt8>) {
    if images.count >= Self.capacity { images.removeAll(keepingCapacity: true) }
    // A copy of its own: the slice shares the bytes of a whole request.
    images[Key(name: ArraySlice(Array(name)))] = image
  }
}

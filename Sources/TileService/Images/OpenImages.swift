import Caching
import Synchronization

/// The images that are open, by their paths, for all loops.
struct OpenImages: ~Copyable, Sendable {
  private let capacity: Int
  /// How loops learn that they are to let go of what they have open.
  private let succession: Succession
  private let images: Mutex<ClockCache<BytesKey, OpenImage>>

  /// - Parameters:
  ///   - capacity: how many are kept.
  ///   - succession: how loops learn of it when they are let go.
  init(capacity: Int, _ succession: Succession) {
    self.capacity = capacity
    self.succession = succession
    images = Mutex(ClockCache(capacity: capacity))
  }

  var count: Int { images.withLock { $0.count } }

  /// The image of a path, if it is open and still current; the only lock on the way of a request.
  func current(_ path: [UInt8]) -> OpenImage? {
    guard let known = images.withLock({ $0.value(of: BytesKey(path[...])) }) else { return nil }
    guard known.isCurrent else {
      forget(known)
      return nil
    }
    return known
  }

  func forget(_ image: OpenImage) {
    let key = BytesKey(image.path[...])
    images.withLock { images in
      guard images.value(of: key) === image else { return }
      images.remove(key)
    }
  }

  /// Puts an image among them; when two open the same, the first stays.
  ///
  /// - Parameters:
  ///   - image: just opened.
  ///   - isServed: whether it still is; one that is not is answered from once, and not kept.
  /// - Returns: the one to answer from.
  func keep(_ image: OpenImage, if isServed: () -> Bool) -> OpenImage {
    images.withLock { images in
      guard isServed() else { return image }
      let name = BytesKey(image.path[...])
      if let known = images.value(of: name), known.version == image.version,
        known.sourceStatus == image.sourceStatus
      {
        return known
      }
      images.insert(image, for: name)
      return image
    }
  }

  /// Lets go of all, for their descriptors to be used otherwise; those that somebody is being answered
  /// from stay open as long as that takes.
  ///
  /// - Returns: whether there were any.
  @discardableResult
  func letGo() -> Bool {
    let wereAny = images.withLock { images in
      defer { images = ClockCache(capacity: capacity) }
      return images.count > 0
    }
    succession.renew()
    return wereAny
  }

  /// Lets go of those whose copies have made room for others.
  func letGoOfGivenUp() {
    images.withLock { images in
      let paths = images.values.filter(\.bytes.areGivenUp).map(\.path)
      for path in paths { images.remove(BytesKey(path[...])) }
    }
    succession.renew()
  }
}

import CutJobs
import Posix
import Sources

/// What is noted of images that can't be read, and told to who asked for them.
extension ImageIndex {
  /// Notes that a source can't be read.
  func unreadable(_ path: [UInt8], _ error: FileError) -> NotServed {
    noted(NotServed(sourceError: error), of: path, error)
  }

  /// Notes that a part of an image can't be read, wherever that lies.
  func unreadable(_ image: OpenImage, _ error: FileError) -> NotServed {
    image.isStored
      ? pyramidUnreadable(image.path, error) : unreadable(image.path, error)
  }

  /// Notes that a pyramid of the store can't be read.
  func pyramidUnreadable(_ path: [UInt8], _ error: FileError) -> NotServed {
    noted(NotServed(storeError: error), of: path, error)
  }

  private func noted(_ refusal: NotServed, of path: [UInt8], _ error: FileError) -> NotServed {
    faults.note(Fault(reading: error.errno), image: path, refusal.detail)
    return refusal
  }

  /// Notes why no picture could be made; an image whose pyramid of ours is damaged is let go of.
  ///
  /// - Parameters:
  ///   - trouble: what was found.
  ///   - image: whose pyramid it is.
  ///   - recut: called where it is to be cut anew.
  /// - Returns: what is told.
  func refusal(
    for trouble: PyramidTrouble, of image: OpenImage, recut: () -> Void
  ) -> NotServed {
    switch trouble {
    case .unreadable(let error): return unreadable(image, error)
    case .notDecoded(let fault, let reason):
      faults.note(fault, image: image.path, reason)
      return .notDecoded(reason)
    case .crashed(let reason):
      faults.note(.decoderCrashed, image: image.path, reason)
      return .damaged(adopted: reason)
    case .damaged(let reason):
      // An adopted one is a stranger's, and stays what it is; what is known of its tiles is kept.
      guard image.isStored else { return .damaged(adopted: reason) }
      faults.note(.damagedPyramid, image: image.path, reason)
      image.giveUp()
      open.forget(image)
      recut()
      return .damaged
    }
  }
}

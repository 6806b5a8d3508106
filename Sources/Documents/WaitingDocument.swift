import ByteText
import ImageRequest
package import TileGeometry

/// Says how far an image's cut is, in the form of an error that passes.
package struct WaitingDocument: Sendable {
  /// How much of the image is cut, 0 to 1; nil while it waits in line.
  private let share: Double?
  /// Cuts that come before it.
  private let waiting: Int
  /// Of the file that is cut.
  private let bytes: Int64?
  /// Of the picture.
  private let size: PixelSize?
  /// Where a picture of it is to be had meanwhile, or an address that holds what there is of it; nil
  /// while there is none.
  private let preview: String?
  /// When to ask again, in seconds.
  package let retryAfter: Int

  package init(
    share: Double?, waiting: Int, bytes: Int64? = nil, size: PixelSize? = nil,
    preview: String? = nil
  ) {
    self.share = share
    self.waiting = waiting
    self.bytes = bytes
    self.size = size
    self.preview = preview
    // Soon for what is nearly done, later for what waits in line.
    retryAfter = share.map { $0 > 0.5 ? 2 : 5 } ?? min(60, 5 + 5 * waiting)
  }

  /// The document.
  ///
  /// - Parameters:
  ///   - status: of the answer that it stands in.
  ///   - reason: the status in words.
  /// - Returns: one line with its end.
  package func json(status: Int64, reason: StaticString) -> String {
    var json = JSONWriter()
    json.object { json in
      json.key("error")
      json.object { json in
        json.key("status")
        json.integer(status)
        json.key("reason")
        json.string("\(reason)")
        json.key("detail")
        json.string("the image is being prepared; ask again in \(retryAfter) seconds")
      }
      json.key("progress")
      json.object { json in
        json.key("state")
        json.string(share == nil ? "waiting" : "cutting")
        json.key("share")
        json.number(share ?? 0)
        json.key("waiting")
        json.integer(Int64(waiting))
        if let bytes {
          json.key("bytes")
          json.integer(bytes)
        }
        if let size {
          json.key("width")
          json.integer(size.width)
          json.key("height")
          json.integer(size.height)
        }
        if let preview {
          json.key("preview")
          json.string(preview)
        }
        json.key("retryAfter")
        json.integer(Int64(retryAfter))
      }
    }
    return json.text + "\n"
  }
}

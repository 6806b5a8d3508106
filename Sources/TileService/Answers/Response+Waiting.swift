import HTTPWire
import ImageRequest

extension Response {
  /// Tells how far an image's cut is, and when to come again.
  mutating func wait(for progress: CutProgress) {
    status = .serviceUnavailable
    // Soon for what is nearly done, later for what waits in line.
    let seconds = progress.share.map { $0 > 0.5 ? 2 : 5 } ?? min(60, 5 + 5 * progress.waiting)
    fields.add("Access-Control-Allow-Origin", "*")
    fields.add("Retry-After", Int64(seconds))
    fields.add("Content-Type", "application/json")
    fields.add("X-Content-Type-Options", "nosniff")
    fields.add("Cache-Control", "no-store")
    var json = JSONText()
    json.object { json in
      json.key("error")
      json.object { json in
        json.key("status")
        json.integer(503)
        json.key("reason")
        json.string("\(Status.serviceUnavailable.reason)")
        json.key("detail")
        json.string("the image is being prepared; ask again in \(seconds) seconds")
      }
      json.key("progress")
      json.object { json in
        json.key("state")
        json.string(progress.share == nil ? "waiting" : "cutting")
        json.key("share")
        json.number(progress.share ?? 0)
        json.key("waiting")
        json.integer(Int64(progress.waiting))
        json.key("retryAfter")
        json.integer(Int64(seconds))
      }
    }
    body = .bytes(SharedBytes(json.text + "\n"))
  }
}

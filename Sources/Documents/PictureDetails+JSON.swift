import ByteText
package import PictureWords

extension JSONWriter {
  /// Writes what a picture says of itself as members of an object; what it leaves open has none.
  package mutating func members(_ details: PictureDetails) {
    for (name, text) in [
      ("title", details.title), ("description", details.description),
      ("creator", details.creator), ("date", details.date),
      ("attribution", details.attribution), ("rights", details.rights),
    ] {
      member(name, text)
    }
    if !details.camera.isEmpty {
      key("camera")
      object { $0.members(details.camera) }
    }
    if let place = details.place {
      key("place")
      object { json in
        json.member("latitude", place.latitude)
        json.member("longitude", place.longitude)
      }
    }
    if let density = details.pixelsPerMeter {
      key("resolution")
      object { json in
        json.member("pixelsPerMeter", density)
        json.member("micronsPerPixel", 1e6 / density)
      }
    }
  }

  private mutating func members(_ camera: CameraDetails) {
    member("make", camera.make)
    member("model", camera.model)
    member("lens", camera.lens)
    member("exposureTime", camera.exposureTime)
    member("fNumber", camera.fNumber)
    member("focalLength", camera.focalLength)
    member("sensitivity", camera.sensitivity.map { Double($0) })
  }

  private mutating func member(_ name: String, _ text: String?) {
    guard let text else { return }
    key(name)
    string(text)
  }

  private mutating func member(_ name: String, _ number: Double?) {
    guard let number else { return }
    key(name)
    self.number(number)
  }
}

package import ByteText

/// What somebody wrote of a picture into a file beside it, in JSON5.
package enum SidecarWords {
  /// Bytes of a sidecar of JSON5; longer ones are something else.
  package static let limit = 1 << 14

  private static let keys = [
    "title", "description", "creator", "date", "attribution", "rights", "micronsPerPixel",
  ]

  /// Reads a sidecar.
  ///
  /// - Parameter text: of the file.
  /// - Returns: what it says.
  /// - Throws: the line that is wrong, and why.
  package static func read(_ text: String) throws(JSON5Problem) -> PictureDetails {
    do throws(JSON5Problem) {
      guard case .object(let members) = try JSON5Scanner.value(of: text) else {
        throw JSON5Problem(line: 1, detail: "what is said of a picture stands between { and }")
      }
      var details = PictureDetails()
      for member in members { try take(member, &details) }
      return details
    } catch {
      // Words of the file are among those of the problem.
      throw JSON5Problem(line: error.line, detail: CleanText.clean(error.detail) ?? "")
    }
  }

  private static func take(
    _ member: JSON5Member, _ details: inout PictureDetails
  ) throws(JSON5Problem) {
    func problem(_ detail: String) -> JSON5Problem {
      JSON5Problem(line: member.line, detail: "\(member.key) is \(member.value), \(detail)")
    }
    func text(limit: Int = CleanText.lineLimit) throws(JSON5Problem) -> String? {
      guard case .text(let text) = member.value else { throw problem("not a text") }
      return CleanText.clean(text, limit: limit)
    }
    switch member.key {
    case "title": details.title = try text()
    case "description": details.description = try text(limit: CleanText.textLimit)
    case "creator": details.creator = try text()
    case "attribution": details.attribution = try text()
    case "date":
      guard let date = CleanText.date(try text()) else {
        throw problem("not a date such as 1889-05, or 2024-05-17T10:02:33Z")
      }
      details.date = date
    case "rights":
      guard let address = CleanText.address(try text()) else {
        throw problem("not an address; words stand in 'attribution'")
      }
      details.rights = address
    case "micronsPerPixel":
      guard case .number(let digits) = member.value, let microns = Double(digits),
        (1e-4...1e6).contains(microns)
      else { throw problem("not a number of micrometres") }
      details.pixelsPerMeter = 1e6 / microns
    default:
      throw JSON5Problem(
        line: member.keyLine,
        detail: "there is no '\(member.key)'; known are \(keys.joined(separator: ", "))")
    }
  }
}

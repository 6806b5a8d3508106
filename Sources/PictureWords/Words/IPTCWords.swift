import ByteText

/// What stands in a block of IPTC's Information Interchange Model (IIM 4.2), as Photoshop keeps it.
enum IPTCWords {
  /// The part of Photoshop's resources that is IPTC's.
  ///
  /// - Parameter resources: one after the other: a mark, a number, a name, a length.
  /// - Returns: nil where there is none.
  static func block(inPhotoshop resources: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    var rest = resources
    while rest.count >= 12, rest.prefix(4).elementsEqual("8BIM".utf8) {
      let number = rest.bigEndian(at: 4, 2)
      let nameLength = Int(rest[rest.startIndex + 6])
      // The name has its length before it, and is filled up to an even count.
      let head = 6 + (nameLength + 2) / 2 * 2
      guard rest.count >= head + 4 else { return nil }
      let length = Int(rest.bigEndian(at: head, 4))
      guard length <= rest.count - head - 4 else { return nil }
      let body = rest.dropFirst(head + 4).prefix(length)
      if number == 0x0404 { return body }
      rest = rest.dropFirst(head + 4 + length + length % 2)
    }
    return nil
  }

  static func read(_ block: ArraySlice<UInt8>) -> PictureDetails {
    var texts: [UInt8: [String]] = [:]
    var rest = block
    // A mark, a record, a number, a length.
    while rest.count >= 5, rest.first == 0x1C {
      let (record, number) = (rest[rest.startIndex + 1], rest[rest.startIndex + 2])
      let length = Int(rest.bigEndian(at: 3, 2))
      // Longer ones are never text.
      guard length < 0x8000, length <= rest.count - 5 else { break }
      // What is no UTF-8 is taken for Latin-1, whatever was said of it.
      if record == 2, texts[number]?.count ?? 0 < 16,
        let text = CleanText.text(rest.dropFirst(5).prefix(length), limit: CleanText.textLimit)
      {
        texts[number, default: []].append(text)
      }
      rest = rest.dropFirst(5 + length)
    }
    var details = PictureDetails()
    details.title = texts[5]?.first.flatMap { CleanText.clean($0) }
    details.description = texts[120]?.first
    details.creator = texts[80].flatMap { CleanText.clean($0.joined(separator: "; ")) }
    details.attribution = (texts[116]?.first ?? texts[110]?.first).flatMap { CleanText.clean($0) }
    details.rights = CleanText.address(details.attribution)
    details.date = texts[55]?.first.flatMap { date($0, texts[60]?.first) }
    return details
  }

  /// `20240517`, and `100233+0200`; months and days that nobody knows are zeros.
  private static func date(_ day: String, _ time: String?) -> String? {
    let day = Array(day.utf8)
    guard day.count == 8 else { return nil }
    func part(_ bytes: [UInt8], _ range: Range<Int>) -> String {
      String(decoding: bytes[range], as: UTF8.self)
    }
    let parts = [part(day, 0..<4), part(day, 4..<6), part(day, 6..<8)].prefix { $0 != "00" }
    let date = CleanText.date(parts.joined(separator: "-"))
    let clock = Array((time ?? "").utf8)
    guard let date, parts.count == 3, clock.count >= 6 else { return date }
    var text = date + "T" + [0, 2, 4].map { part(clock, $0..<($0 + 2)) }.joined(separator: ":")
    if clock.count == 11 { text += part(clock, 6..<9) + ":" + part(clock, 9..<11) }
    return CleanText.date(text) ?? date
  }
}

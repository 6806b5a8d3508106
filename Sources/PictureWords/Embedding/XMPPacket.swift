import ByteText

/// Writes packets of XMP (ISO 16684-1).
enum XMPPacket {
  fileprivate enum Form { case plain, inLanguages, list, address }

  /// The packet of what is said.
  ///
  /// - Parameter details: what is said.
  /// - Returns: nil where nothing of it belongs into files.
  static func bytes(of details: PictureDetails) -> [UInt8]? {
    var properties: [UInt8] = []
    properties.append("dc:title", details.title, .inLanguages)
    properties.append("dc:description", details.description, .inLanguages)
    properties.append("dc:creator", details.creator, .list)
    properties.append("dc:rights", details.attribution, .inLanguages)
    properties.append("xmpRights:WebStatement", details.rights, .plain)
    properties.append("cc:license", details.rights.flatMap(RightsStatement.name), .address)
    properties.append("photoshop:DateCreated", details.date, .plain)
    if let place = details.place {
      properties.append("exif:GPSLatitude", degrees(place.latitude, "N", "S"), .plain)
      properties.append("exif:GPSLongitude", degrees(place.longitude, "E", "W"), .plain)
    }
    guard !properties.isEmpty else { return nil }
    var packet: [UInt8] = []
    packet.append(
      """
      <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>\
      <x:xmpmeta xmlns:x="adobe:ns:meta/">\
      <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
      <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" \
      xmlns:xmpRights="http://ns.adobe.com/xap/1.0/rights/" \
      xmlns:cc="http://creativecommons.org/ns#" \
      xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" \
      xmlns:exif="http://ns.adobe.com/exif/1.0/">
      """)
    packet += properties
    packet.append("</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end=\"r\"?>")
    return packet
  }

  /// `48,12.5N`, as XMP's part for EXIF has it.
  private static func degrees(
    _ value: Double, _ up: Character, _ down: Character
  ) -> String {
    // In millionths of a minute, so that no minute comes to sixty.
    let parts = Int64((value.magnitude * 60e6).rounded())
    let fraction = String(parts % 1_000_000 + 1_000_000).dropFirst()
    return "\(parts / 60_000_000),\(parts / 1_000_000 % 60).\(fraction)\(value < 0 ? down : up)"
  }
}

extension [UInt8] {
  fileprivate mutating func append(_ name: StaticString, _ text: String?, _ form: XMPPacket.Form) {
    guard let text else { return }
    append("<")
    append(name)
    switch form {
    case .plain:
      append(">")
      append(markup: text.utf8)
    case .inLanguages:
      append("><rdf:Alt><rdf:li xml:lang=\"x-default\">")
      append(markup: text.utf8)
      append("</rdf:li></rdf:Alt>")
    case .list:
      append("><rdf:Seq>")
      for part in text.split(separator: "; ") {
        append("<rdf:li>")
        append(markup: part.utf8)
        append("</rdf:li>")
      }
      append("</rdf:Seq>")
    case .address:
      append(" rdf:resource=\"")
      append(markup: text.utf8)
      append("\"/>")
      return
    }
    append("</")
    append(name)
    append(">")
  }
}

import FoundationEssentials

/// How messages go over the pipe: a line of JSON each.
package enum CutWire {
  package static func encode(_ message: some Encodable) -> [UInt8] {
    // Numbers are finite and text is text: encoding these types can't fail.
    (try? JSONEncoder().encode(message)).map { Array($0) } ?? []
  }

  package static func decode<Message: Decodable>(_ type: Message.Type, _ line: [UInt8]) -> Message?
  {
    try? JSONDecoder().decode(type, from: Data(line))
  }
}

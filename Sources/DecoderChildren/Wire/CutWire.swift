/// How messages go between processes of this program: values one behind the other, each with its kind
/// before it.
///
/// Text would do, but a child that lives for one photograph would spend a twentieth of its time on
/// it.
package enum CutWire {
  package static func encode(_ message: some Encodable) -> [UInt8] {
    let node = WireNode()
    // Numbers are finite and text is text: encoding these types can't fail.
    guard (try? message.encode(to: WireEncoder(node))) != nil else { return [] }
    var bytes: [UInt8] = []
    node.write(to: &bytes)
    return bytes
  }

  /// Reads a message, which may come from anybody.
  ///
  /// - Parameters:
  ///   - type: what it should be.
  ///   - bytes: all of it, and nothing else.
  /// - Returns: nil for what is no such message.
  package static func decode<Message: Decodable>(
    _ type: Message.Type, _ bytes: [UInt8]
  ) -> Message? {
    var end = WireCursor(bytes)
    guard (try? end.skip()) != nil, end.isAtEnd else { return nil }
    return try? Message(from: WireDecoder(WireCursor(bytes)))
  }
}

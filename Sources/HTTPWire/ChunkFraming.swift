import ByteText

/// The framing round the pieces of a chunked body (RFC 9112 7.1).
package enum ChunkFraming {
  package static let interim: StaticString = "HTTP/1.1 100 Continue\r\n\r\n"

  /// Opens a chunk; one without bytes would end the body, so there is none of that.
  package static func open(_ count: Int64, into output: inout [UInt8]) {
    output.append(hexadecimal: UInt64(count))
    output.append("\r\n")
  }

  package static func close(into output: inout [UInt8]) { output.append("\r\n") }

  /// Ends the body.
  package static func end(trailers: FieldBlock?, into output: inout [UInt8]) {
    output.append("0\r\n")
    if let trailers { output.append(trailers.bytes.span) }
    output.append("\r\n")
  }
}

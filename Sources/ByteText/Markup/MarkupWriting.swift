extension [UInt8] {
  /// Appends bytes as the text of an XML or HTML element.
  ///
  /// - Parameter text: UTF-8; what is not is the caller's to keep out.
  package mutating func append(markup text: some Sequence<UInt8>) {
    for byte in text {
      switch byte {
      case ASCII.ampersand: append("&amp;")
      case ASCII.lessThan: append("&lt;")
      case ASCII.greaterThan: append("&gt;")
      default: append(byte)
      }
    }
  }
}

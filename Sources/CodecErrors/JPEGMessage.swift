import CJPEG
import Glibc

/// Room for what libjpeg has to say.
package struct JPEGMessage {
  private var words = [CChar](repeating: 0, count: Int(JMSG_LENGTH_MAX))

  package init() {}

  package mutating func withPointer<Result>(_ body: (UnsafeMutablePointer<CChar>?) -> Result)
    -> Result
  {
    unsafe words.withUnsafeMutableBufferPointer { unsafe body($0.baseAddress) }
  }

  package var failure: CodecError {
    let text = words.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return CodecError(file: "", coder: "jpeg", reason: String(decoding: text, as: UTF8.self))
  }

  /// The bytes that libjpeg made, which are freed.
  ///
  /// - Parameters:
  ///   - bytes: what `malloc` gave for them; nil where the words say what went wrong.
  ///   - length: how many they are.
  /// - Returns: the same bytes.
  /// - Throws: ``failure`` where there are none.
  package func taken(
    _ bytes: UnsafeMutablePointer<UInt8>?, _ length: UInt
  ) throws(CodecError) -> [UInt8] {
    guard let bytes = unsafe bytes else { throw failure }
    defer { unsafe free(bytes) }
    return unsafe Array(UnsafeBufferPointer(start: bytes, count: Int(length)))
  }
}

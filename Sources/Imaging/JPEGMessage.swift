import CJPEG

/// Room for what libjpeg has to say.
struct JPEGMessage {
  private var words = [CChar](repeating: 0, count: Int(JMSG_LENGTH_MAX))

  mutating func withPointer<Result>(_ body: (UnsafeMutablePointer<CChar>?) -> Result) -> Result {
    unsafe words.withUnsafeMutableBufferPointer { unsafe body($0.baseAddress) }
  }

  var failure: ImagingError {
    let text = words.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return ImagingError(file: "", coder: "jpeg", reason: String(decoding: text, as: UTF8.self))
  }
}

/// Little-endian numbers in bytes that are there.
struct ZipBytes {
  private let bytes: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  var count: Int { bytes.count }

  /// A number of some bytes; nil beyond the end.
  private func number(at place: Int, length: Int) -> UInt64? {
    guard place >= 0, place <= bytes.count - length else { return nil }
    return (0..<length).reduce(0) { sum, index in
      sum | UInt64(bytes[bytes.startIndex + place + index]) << UInt64(8 * index)
    }
  }

  func short(_ place: Int) throws(ZipIrregular) -> Int {
    guard let number = number(at: place, length: 2) else { throw .endsEarly }
    return Int(number)
  }

  func word(_ place: Int) throws(ZipIrregular) -> UInt32 {
    guard let number = number(at: place, length: 4) else { throw .endsEarly }
    return UInt32(number)
  }

  /// A number of 64 bits that is a place or a length.
  func long(_ place: Int) throws(ZipIrregular) -> Int64 {
    guard let number = number(at: place, length: 8) else { throw .endsEarly }
    guard let signed = Int64(exactly: number) else {
      throw ZipIrregular("tells of more bytes than any file has")
    }
    return signed
  }

  func slice(_ place: Int, _ length: Int) throws(ZipIrregular) -> ArraySlice<UInt8> {
    guard place >= 0, length >= 0, length <= bytes.count, place <= bytes.count - length else {
      throw .endsEarly
    }
    let start = bytes.startIndex + place
    return bytes[start..<start + length]
  }
}

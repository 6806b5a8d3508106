import ByteText
import TileGeometry

/// The texts between commas.
struct FourNumbers {
  private var rest: ArraySlice<UInt8>?

  init(_ text: ArraySlice<UInt8>) { rest = text }

  var isOver: Bool { rest == nil }

  mutating func next() -> ArraySlice<UInt8>? {
    guard let text = rest else { return nil }
    guard let (before, after) = text.split(at: UInt8(ascii: ",")) else {
      rest = nil
      return text
    }
    rest = after
    return before
  }
}

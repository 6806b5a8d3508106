/// A part of a scan without its stuffing: the bytes that a row of tiles is made of.
///
/// Behind the last byte there are always ``slack`` zeros, more than a reader takes in one MCU: so
/// that what ends too early is found out after an MCU, and nothing is read that is not there.
@safe
package final class ScanWindow {
  /// Where a restart marker stood, and which of the eight it was.
  struct Mark: Equatable {
    /// In bytes of the window.
    var offset: Int
    let number: UInt8
  }

  /// Ten blocks of 64 words of 26 bits, and what a reader looks ahead.
  static let slack = 10 * 64 * 26 / 8 + 64

  private(set) var base: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private(set) var count = 0
  /// How many bytes of the scan, without its stuffing, lie before the first one.
  private(set) var origin = 0
  private var marks: [Mark] = []
  private var passedMarks = 0

  init() {
    capacity = 1 << 16
    // What nobody has filled is not touched: many photographs never need the memory.
    unsafe base = .allocate(capacity: capacity)
    clearSlack()
  }

  deinit { unsafe base.deallocate() }

  /// Begins anew with the rest of another window, from a byte on.
  func start(with other: ScanWindow, from offset: Int) {
    let rest = other.count - offset
    count = 0
    reserve(rest)
    unsafe base.update(from: other.base + offset, count: rest)
    count = rest
    origin = other.origin + offset
    marks = other.marks[other.passedMarks...].map {
      Mark(offset: $0.offset - offset, number: $0.number)
    }
    passedMarks = 0
    clearSlack()
  }

  /// The next restart marker that was not passed; nil where the window has none.
  var nextMark: Mark? { passedMarks < marks.count ? marks[passedMarks] : nil }

  func passMark() { passedMarks += 1 }

  /// Passes the marks that stand before a place.
  ///
  /// - Parameter position: in bits of the window.
  func passMarks(before position: Int) {
    while let mark = nextMark, mark.offset * 8 < position { passMark() }
  }

  /// Has what is appended from now on stand for itself, whatever lies before it.
  func forgetMarks() {
    marks = []
    passedMarks = 0
  }

  /// Begins anew with nothing.
  func clear() {
    count = 0
    origin = 0
    forgetMarks()
    clearSlack()
  }

  /// How a piece of a scan ended.
  enum Piece: Equatable {
    /// So many bytes were taken; the rest is to come again with more behind it.
    case taken(Int)
    /// The scan's end was found.
    case ended
  }

  /// Appends a piece of a scan, without its stuffing.
  ///
  /// - Parameter bytes: as they lie in the file.
  /// - Returns: how far it came.
  /// - Throws: ``ScanIrregular`` at a marker that is neither a restart nor the image's end.
  func append(stuffed bytes: UnsafeRawBufferPointer) throws(ScanIrregular) -> Piece {
    reserve(bytes.count)
    defer { clearSlack() }
    var place = 0
    while true {
      place = unsafe copyPlain(bytes, from: place)
      guard place + 1 < bytes.count else { return .taken(place) }
      let marker = unsafe bytes[place + 1]
      switch marker {
      case 0:
        unsafe base[count] = 0xFF
        count += 1
      case 0xD0...0xD7:
        // Each stands behind data: so there are never more of them than bytes.
        guard marks.last?.offset != count else { throw ScanIrregular("two restarts in a row") }
        marks.append(Mark(offset: count, number: marker & 7))
      case 0xD9: return .ended
      default: throw ScanIrregular("a marker inside the scan")
      }
      place += 2
    }
  }

  /// Copies up to the next byte of ones, or to the end.
  private func copyPlain(_ bytes: UnsafeRawBufferPointer, from first: Int) -> Int {
    guard let source = bytes.baseAddress else { return first }
    var place = first
    let (low, high): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
    while place + 8 <= bytes.count {
      let word = unsafe source.loadUnaligned(fromByteOffset: place, as: UInt64.self).littleEndian
      unsafe UnsafeMutableRawPointer(base + count).storeBytes(
        of: word.littleEndian, as: UInt64.self)
      // A bit for every byte of ones; above the first it may be wrong.
      let ones = (~word &- low) & word & high
      guard ones == 0 else {
        let plain = ones.trailingZeroBitCount / 8
        count += plain
        return place + plain
      }
      place += 8
      count += 8
    }
    while place < bytes.count, unsafe bytes[place] != 0xFF {
      unsafe base[count] = unsafe bytes[place]
      place += 1
      count += 1
    }
    return place
  }

  /// Makes room for more bytes, and the slack behind them, which is the caller's to clear.
  private func reserve(_ more: Int) {
    let wanted = count + more + Self.slack
    guard wanted > capacity else { return }
    let larger = max(wanted, capacity * 2)
    let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
    unsafe moved.update(from: base, count: count)
    unsafe base.deallocate()
    unsafe base = unsafe moved
    capacity = larger
  }

  private func clearSlack() {
    unsafe (base + count).update(repeating: 0, count: Self.slack)
  }
}

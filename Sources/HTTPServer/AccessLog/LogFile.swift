import ByteText
import Posix

/// The file that lines are appended to: whole lines, whatever the disk does.
///
/// Where only the beginning of a line went in, its rest is kept and comes before all else: the next
/// line begins a line.
struct LogFile: ~Copyable {
  /// Lines that did not go in.
  struct Loss {
    let lines: Int
    let reason: Errno
  }

  private let file: FileDescriptor
  /// The rest of a line whose beginning is in the file.
  private(set) var begun: [UInt8] = []

  init(_ file: consuming FileDescriptor) { self.file = file }

  /// Appends lines.
  ///
  /// - Parameter lines: each with its line feed.
  /// - Returns: what was lost; nil for nothing.
  mutating func write(_ lines: [UInt8]) -> Loss? {
    if let reason = finishLine() { return Loss(lines: Self.count(lines[...]), reason: reason) }
    var start = 0
    while start < lines.count {
      if let reason = Self.put(lines, &start, into: file) {
        var rest = lines[start...]
        if start > 0, lines[start - 1] != ASCII.lineFeed {
          let end = rest.firstIndex(of: ASCII.lineFeed).map { $0 + 1 } ?? rest.endIndex
          begun = Array(rest[..<end])
          rest = rest[end...]
        }
        return Loss(lines: Self.count(rest), reason: reason)
      }
    }
    return nil
  }

  /// Writes the rest of a line that was begun.
  ///
  /// - Returns: why it can't be; nil where nothing is left of it.
  mutating func finishLine() -> Errno? {
    var start = 0
    defer { begun.removeFirst(start) }
    while start < begun.count {
      if let reason = Self.put(begun, &start, into: file) { return reason }
    }
    return nil
  }

  private static func put(
    _ bytes: [UInt8], _ start: inout Int, into file: borrowing FileDescriptor
  ) -> Errno? {
    switch Transfer.write(bytes.span, from: start, to: file.number) {
    case .bytes(let count):
      start += count
      return nil
    case .wouldBlock: return .wouldBlock
    case .ended: return .brokenPipe
    case .failed(let reason): return reason
    }
  }

  private static func count(_ lines: ArraySlice<UInt8>) -> Int {
    lines.count { $0 == ASCII.lineFeed }
  }
}

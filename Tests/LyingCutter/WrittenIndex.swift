import Digests
import Glibc

/// The index of a pyramid of one tile that was just written, to be changed and sealed anew.
struct WrittenIndex {
  /// Numbers of the first directory, by their tags.
  enum Field: UInt16 {
    case imageWidth = 256
    case description = 270
    case tileOffset = 324
    case tileLength = 325
  }

  private let file: CInt
  private let head: [UInt8]

  /// Nil where the file is none.
  init?(_ file: CInt) {
    var head = [UInt8](repeating: 0, count: 1 << 16)
    let count = unsafe pread(file, &head, head.count, 0)
    guard count > 8 else { return nil }
    self.file = file
    self.head = Array(head.prefix(count))
  }

  /// Gives a field another number; the index matches its checksum all the same.
  func set(_ field: Field, to value: UInt32) {
    guard let place = place(of: field) else { return }
    write { $0.store(value, at: place) }
  }

  /// Has the index end where the file has long been a hole.
  func stretch() {
    let end = 1 << 30
    guard let place = place(of: .description) else { return }
    let (count, start) = (Int(word(place - 4)), Int(word(place)))
    let text = String(decoding: head[start..<(start + count)], as: UTF8.self)
      .replacing(/"length":[0-9]+/, with: "\"length\":\(end)")
      .replacing(/"place":[0-9]+/, with: "\"place\":\(head.count)")
    _ = unsafe pwrite(file, text, text.utf8.count, off_t(head.count))
    write {
      $0.store(UInt32(text.utf8.count), at: place - 4)
      $0.store(UInt32(head.count), at: place)
    }
    _ = unsafe pwrite(file, "x", 1, off_t(end))
  }

  /// Writes an index that was changed, and its checksum at its end: where the tile begins.
  private func write(_ change: (inout [UInt8]) -> Void) {
    guard let length = number(.tileOffset) else { return }
    var index = Array(head.prefix(length))
    change(&index)
    let seal = length - 4
    unsafe index.store(CRC32C.of(index.span.bytes.extracting(first: seal)), at: seal)
    _ = unsafe pwrite(file, index, index.count, 0)
  }

  /// Has the tile begin as none of ours.
  func overwriteTile() {
    guard let offset = number(.tileOffset) else { return }
    _ = unsafe pwrite(file, "GIF89a", 6, off_t(offset))
  }

  private func number(_ field: Field) -> Int? {
    place(of: field).map { Int(word($0)) }
  }

  /// Where the number of a field lies: fields of one number hold it.
  private func place(of field: Field) -> Int? {
    let directory = Int(word(4))
    guard directory + 2 <= head.count else { return nil }
    let count = Int(head[directory]) | Int(head[directory + 1]) << 8
    return (0..<count).lazy.map { directory + 2 + 12 * $0 }
      .first { UInt16(head[$0]) | UInt16(head[$0 + 1]) << 8 == field.rawValue }
      .map { $0 + 8 }
  }

  private func word(_ place: Int) -> UInt32 {
    (0..<4).reversed().reduce(0) { $0 << 8 | UInt32(head[place + $1]) }
  }
}

extension [UInt8] {
  fileprivate mutating func store(_ value: UInt32, at place: Int) {
    for index in 0..<4 { self[place + index] = UInt8(truncatingIfNeeded: value >> (8 * index)) }
  }
}

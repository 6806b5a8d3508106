/// Lays directories out at the start of a file: the header, all directories, then their values.
///
/// A reader that fetches the first bytes gets the directories at once, and with the index length
/// of the first one it knows how much more the whole index takes.
struct HeadBuilder {
  let isBig: Bool

  private var headerLength: Int { isBig ? 16 : 8 }
  private var entryLength: Int { isBig ? 20 : 12 }
  private var countLength: Int { isBig ? 8 : 2 }
  private var pointerLength: Int { isBig ? 8 : 4 }

  private func directoryLength(_ draft: DirectoryDraft) -> Int {
    // Directories begin at even places.
    (countLength + draft.fields.count * entryLength + pointerLength + 1) & ~1
  }

  /// - Returns: the bytes with tables left zero, and for each directory where its values lie.
  func build(_ drafts: [DirectoryDraft]) -> (head: [UInt8], places: [[TIFFTag: Int]]) {
    var places = [[TIFFTag: Int]](repeating: [:], count: drafts.count)
    var starts: [Int] = []
    var end = headerLength
    for draft in drafts {
      starts.append(end)
      end += directoryLength(draft)
    }
    // Small values stand before the tables, so that a first short read has what opening needs.
    for tables in [false, true] {
      for (index, draft) in drafts.enumerated() {
        for (position, field) in draft.fields.enumerated()
        where field.value.isEmpty == tables {
          if field.byteCount <= pointerLength {
            let entry = starts[index] + countLength + position * entryLength
            places[index][field.tag] = entry + entryLength - pointerLength
          } else {
            end = (end + 7) & ~7
            places[index][field.tag] = end
            end += field.byteCount
          }
        }
      }
    }
    let length = (end + 15) & ~15
    var head = [UInt8](repeating: 0, count: length)
    writeHeader(first: starts.first ?? 0, into: &head)
    for (index, draft) in drafts.enumerated() {
      let next = index + 1 < starts.count ? starts[index + 1] : 0
      write(draft, at: starts[index], next: next, places: places[index], into: &head)
    }
    if let place = places.first?[.indexLength] { head.store(UInt32(length), at: place) }
    return (head, places)
  }

  private func writeHeader(first: Int, into head: inout [UInt8]) {
    head.store(UInt16(0x4949), at: 0)
    if isBig {
      head.store(UInt16(43), at: 2)
      head.store(UInt16(8), at: 4)
      head.store(UInt64(first), at: 8)
    } else {
      head.store(UInt16(42), at: 2)
      head.store(UInt32(first), at: 4)
    }
  }

  private func write(
    _ draft: DirectoryDraft, at start: Int, next: Int, places: [TIFFTag: Int],
    into head: inout [UInt8]
  ) {
    if isBig {
      head.store(UInt64(draft.fields.count), at: start)
    } else {
      head.store(UInt16(draft.fields.count), at: start)
    }
    for (position, field) in draft.fields.enumerated() {
      let entry = start + countLength + position * entryLength
      head.store(field.tag.rawValue, at: entry)
      head.store(field.type.rawValue, at: entry + 2)
      storePointer(field.count, at: entry + 4, into: &head)
      let valuePlace = entry + entryLength - pointerLength
      let place = places[field.tag] ?? valuePlace
      if place != valuePlace { storePointer(place, at: valuePlace, into: &head) }
      head.replaceSubrange(place..<place + field.value.count, with: field.value)
    }
    storePointer(
      next, at: start + countLength + draft.fields.count * entryLength, into: &head)
  }

  private func storePointer(_ value: Int, at place: Int, into head: inout [UInt8]) {
    if isBig {
      head.store(UInt64(value), at: place)
    } else {
      head.store(UInt32(value), at: place)
    }
  }
}

/// Where everything of an index lies, in bytes from the start of the file.
///
/// First the directories, then their short values, then the tables of one level after the other, the
/// coarsest first: whoever reads the first 64 KiB has all that a first view needs, however large
/// the picture is.
struct HeadPlan {
  let isBig: Bool
  /// Of each directory.
  private(set) var starts: [Int] = []
  /// Of each directory, where its fields' values lie.
  private(set) var places: [[TIFFTag: Int]]
  /// Of each directory, where the checksums of its tiles lie.
  private(set) var checksums: [Int]
  /// Where the index's own checksum lies, right before the first tile.
  private(set) var seal = 0
  /// Where what was placed so far ends.
  private var end: Int

  var headerLength: Int { isBig ? 16 : 8 }
  var entryLength: Int { isBig ? 20 : 12 }
  var countLength: Int { isBig ? 8 : 2 }
  var pointerLength: Int { isBig ? 8 : 4 }

  /// Bytes before the first tile.
  var length: Int { seal + Int(PyramidIndex.sealLength) }

  init(_ drafts: [DirectoryDraft], isBig: Bool) {
    self.isBig = isBig
    places = Array(repeating: [:], count: drafts.count)
    checksums = Array(repeating: 0, count: drafts.count)
    end = 0
    _ = reserve(headerLength, alignedTo: 1)
    for draft in drafts {
      // Directories begin at even places.
      let length = countLength + draft.fields.count * entryLength + pointerLength
      starts.append(reserve((length + 1) & ~1, alignedTo: 2))
    }
    for index in drafts.indices { place(.short, of: drafts[index], at: index) }
    for index in drafts.indices { place(.middling, of: drafts[index], at: index) }
    for index in drafts.indices.reversed() {
      place(.table, of: drafts[index], at: index)
      checksums[index] = reserve(drafts[index].tileCount * 4, alignedTo: 8)
    }
    for index in drafts.indices { place(.long, of: drafts[index], at: index) }
    seal = ((end + Int(PyramidIndex.sealLength) + 15) & ~15) - Int(PyramidIndex.sealLength)
  }

  private mutating func place(
    _ kind: DirectoryDraft.Field.Kind, of draft: DirectoryDraft, at index: Int
  ) {
    for (position, field) in draft.fields.enumerated() where field.kind == kind {
      let entryEnd = starts[index] + countLength + (position + 1) * entryLength
      places[index][field.tag] =
        field.byteCount <= pointerLength
        ? entryEnd - pointerLength : reserve(field.byteCount, alignedTo: 8)
    }
  }

  private mutating func reserve(_ byteCount: Int, alignedTo alignment: Int) -> Int {
    let place = (end + alignment - 1) & ~(alignment - 1)
    end = place + byteCount
    return place
  }
}

/// Fields of a directory that is about to be laid out; values are little-endian.
struct DirectoryDraft {
  struct Field {
    let tag: TIFFTag
    let type: TIFFType
    let count: Int
    /// Empty for a table that is filled in later.
    let value: [UInt8]

    var byteCount: Int { count * Int(type.width) }

    /// What decides on a value's place.
    enum Kind { case short, middling, table, long }

    var kind: Kind {
      switch value.count {
      case 0: .table
      case ...1024: .short
      // A profile that is sent along with tiles: read when the file is opened, but it alone may take
      // more than the first read brings.
      case ...ColorProfile.longest: .middling
      default: .long
      }
    }
  }

  private(set) var fields: [Field] = []
  /// How many checksums there are for tiles of the directory.
  let tileCount: Int

  init(tileCount: Int) { self.tileCount = tileCount }

  mutating func add(_ tag: TIFFTag, shorts values: [UInt16]) {
    add(Field(tag: tag, type: .short, count: values.count, value: values.flatMap(littleEndian)))
  }

  mutating func add(_ tag: TIFFTag, long value: UInt32) {
    add(Field(tag: tag, type: .long, count: 1, value: littleEndian(value)))
  }

  mutating func add(_ tag: TIFFTag, wholeRationals values: [UInt32]) {
    add(
      Field(
        tag: tag, type: .rational, count: values.count,
        value: values.flatMap { littleEndian($0) + littleEndian(UInt32(1)) }))
  }

  mutating func add(_ tag: TIFFTag, text: [UInt8]) {
    let value = text + [0]
    add(Field(tag: tag, type: .ascii, count: value.count, value: value))
  }

  mutating func add(_ tag: TIFFTag, opaque value: [UInt8]) {
    add(Field(tag: tag, type: .undefined, count: value.count, value: value))
  }

  mutating func add(_ tag: TIFFTag, table type: TIFFType, count: Int) {
    add(Field(tag: tag, type: type, count: count, value: []))
  }

  private mutating func add(_ field: Field) {
    // The format wants fields in ascending order; readers rely on it.
    let place = fields.firstIndex { $0.tag > field.tag } ?? fields.endIndex
    fields.insert(field, at: place)
  }
}

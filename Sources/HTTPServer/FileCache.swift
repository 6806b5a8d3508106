import ByteText
import HTTPWire
import Posix

/// An open file and what its answers say of it.
final class OpenFile: Sendable {
  let descriptor: FileDescriptor
  let status: ServedFileStatus
  let validators: Validators
  /// Type, validators and the like: the same lines in every answer.
  let fields: FieldBlock

  init(_ descriptor: consuming FileDescriptor, _ status: ServedFileStatus, type: StaticString) {
    self.descriptor = descriptor
    self.status = status
    var tag = EntityTag()
    tag.append(hexadecimal: UInt64(bitPattern: status.modifiedSeconds))
    tag.append("-")
    tag.append(hexadecimal: UInt64(bitPattern: status.modifiedNanoseconds))
    tag.append("-")
    tag.append(hexadecimal: UInt64(bitPattern: status.size))
    validators = Validators(tag: tag, lastModified: status.modifiedSeconds)
    var fields = FieldBlock()
    fields.add("Content-Type", type)
    fields.add("X-Content-Type-Options", "nosniff")
    fields.add("Accept-Ranges", "bytes")
    fields.add("ETag", tag)
    fields.add("Last-Modified", date: status.modifiedSeconds)
    self.fields = fields
  }
}

/// The open files of one loop by the path they were asked for, at most so many.
///
/// When it is full, a file goes that was not asked for since the hand last passed it: near enough
/// to the least recently used one, without moving anything on a hit.
struct FileCache {
  struct Key: Hashable {
    let path: ArraySlice<UInt8>

    func hash(into hasher: inout Hasher) {
      unsafe path.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    }
  }

  struct Entry {
    let path: ArraySlice<UInt8>
    let file: OpenFile
    /// Nanoseconds of the monotonic clock: from then on it is looked at anew.
    var freshUntil: Int64
    var wasUsed: Bool
  }

  private let capacity: Int
  private var places: [Key: Int] = [:]
  private(set) var entries: [Entry] = []
  private var hand = 0

  init(capacity: Int) { self.capacity = max(1, capacity) }

  /// Where the file of a path is, if it is open.
  mutating func find(_ path: ArraySlice<UInt8>) -> Int? {
    guard let place = places[Key(path: path)] else { return nil }
    entries[place].wasUsed = true
    return place
  }

  mutating func refresh(_ place: Int, until time: Int64) { entries[place].freshUntil = time }

  mutating func insert(_ path: ArraySlice<UInt8>, _ file: OpenFile, freshUntil: Int64) {
    // A copy of its own: the slice shares the bytes of a whole request.
    let path = ArraySlice(Array(path))
    let entry = Entry(path: path, file: file, freshUntil: freshUntil, wasUsed: true)
    if let place = places[Key(path: path)] {
      entries[place] = entry
      return
    }
    guard entries.count >= capacity else {
      places[Key(path: path)] = entries.count
      entries.append(entry)
      return
    }
    while entries[hand].wasUsed {
      entries[hand].wasUsed = false
      hand = (hand + 1) % entries.count
    }
    places[Key(path: entries[hand].path)] = nil
    places[Key(path: path)] = hand
    entries[hand] = entry
    hand = (hand + 1) % entries.count
  }

  mutating func remove(_ path: ArraySlice<UInt8>) {
    guard let place = places.removeValue(forKey: Key(path: path)) else { return }
    let last = entries.removeLast()
    if place < entries.count {
      entries[place] = last
      places[Key(path: last.path)] = place
    }
    if hand >= entries.count { hand = 0 }
  }
}

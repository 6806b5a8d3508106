import BookText
import Digests
import Inflating
import ZipFile

/// What libFuzzer calls with each input: an archive, all of whose files are unpacked as far as they
/// go, and what a comic says of itself.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzArchives(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let input = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
  let info = ComicInfo(parsing: input)
  guard info.bookmarks.allSatisfy({ $0.page >= 0 && !$0.title.isEmpty }),
    (info.title?.unicodeScalars.count ?? 0) <= 500
  else { fatalError("a comic says what none says") }
  let archive: ZipArchive
  do {
    archive = try ZipArchive(byteCount: Int64(count)) { place, length in
      guard place >= 0, length >= 0, Int(place) + length <= count else {
        fatalError("bytes are asked for that are not there")
      }
      return Array(input[Int(place)..<Int(place) + length])
    }
  } catch {
    return 0
  }
  for entry in archive.entries.prefix(20) {
    var length: Int64 = 0
    do {
      try archive.unpack(entry) { piece in
        length += Int64(piece.count)
        return length < 1 << 20
      }
    } catch {
      continue
    }
    guard length == entry.size || length >= 1 << 20 else { fatalError("it has another size") }
  }
  return 0
}

import BookText
import Digests
import Inflating
import ZipFile

/// What libFuzzer calls with each input: an archive, all of whose files are unpacked as far as they
/// go, and what a comic or an EPUB says of itself.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzArchives(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let input = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
  let info = ComicInfo(parsing: input)
  guard info.bookmarks.allSatisfy({ $0.page >= 0 && !$0.title.isEmpty }),
    (info.title?.unicodeScalars.count ?? 0) <= 500
  else { fatalError("a comic says what none says") }
  readPackage(input)
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

/// What lies in an archive is looked for in it, and nowhere else.
private func readPackage(_ input: [UInt8]) {
  let path = Array("a/b.opf".utf8)
  let package = EPUBPackage(parsing: input, at: path)
  let pictures = EPUBPart.pictures(in: input, at: path)
  var places = package.parts + pictures + EPUBPart.contents(in: input, at: path).map(\.path)
  places += [package.contents, EPUBPackage.path(in: input)].compactMap(\.self)
  let leaves = places.contains { place in
    place.first == UInt8(ascii: "/")
      || place.split(separator: UInt8(ascii: "/")).contains { $0.elementsEqual("..".utf8) }
  }
  guard !leaves, pictures.count <= 2, package.parts.count <= 10_001 else {
    fatalError("an EPUB leads elsewhere")
  }
}

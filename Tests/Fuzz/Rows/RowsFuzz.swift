import CLibpng
import CLibtiff
import Digests
import Inflating
import PNGRows
import PyramidFormat
import TIFFRows

private let mostBytes = 1 << 17

/// What libFuzzer calls with each input: a stream of zlib's, whose end is made the one that belongs to
/// it, the parts of a PNG file, or a TIFF file.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRows(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let input = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
  guard let kind = input.first else { return 0 }
  switch kind % 3 {
  case 0: compareStream(Array(input.dropFirst()))
  case 1: comparePicture(Array(input.dropFirst()))
  default: compareParts(Array(input.dropFirst()))
  }
  return 0
}

// MARK: - Streams

private func compareStream(_ packed: [UInt8]) {
  var wanted = [UInt8](repeating: 0, count: mostBytes)
  var (length, used, sum) = (0, 0, UInt32(0))
  let isWhole =
    unsafe zlib_read(packed, packed.count, &wanted, mostBytes, &length, &used, &sum) == 1
  guard isWhole else {
    guard unpacked([0x78, 1] + packed, count: length) == nil else {
      fatalError("zlib refuses what was unpacked")
    }
    return
  }
  wanted.removeLast(wanted.count - length)
  let end = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: sum >> $0) }
  guard unpacked([0x78, 1] + packed.prefix(used) + end, count: length) == wanted else {
    fatalError("zlib unpacks something else")
  }
}

private func unpacked(_ packed: [UInt8], count: Int) -> [UInt8]? {
  var place = 0
  // Pieces and rows whose ends lie anywhere.
  let stream = InflateStream(longest: 999) { buffer in
    let read = min(buffer.byteCount, packed.count - place, 700)
    for index in 0..<read {
      buffer.storeBytes(of: packed[place + index], toByteOffset: index, as: UInt8.self)
    }
    place += read
    return read
  }
  var bytes: [UInt8] = []
  do {
    while bytes.count < count {
      try stream.take(min(999, count - bytes.count)) { taken in
        for index in taken.indices { bytes.append(taken[index]) }
      }
    }
    try stream.finish()
  } catch {
    return nil
  }
  return bytes
}

// MARK: - Pictures

/// What is read must be what libpng reads of it.
private func comparePicture(_ parts: [UInt8]) {
  guard let file = file(of: parts), let found = samples(of: file) else { return }
  var (length, bands) = (0, CInt(0))
  guard
    let wanted = unsafe libpng_read(file, file.count, mostBytes, &length, &bands)
  else { fatalError("libpng refuses what was read") }
  defer { unsafe free(wanted) }
  guard length == found.samples.count, Int(bands) == found.bands,
    unsafe found.samples.elementsEqual(UnsafeBufferPointer(start: wanted, count: length))
  else { fatalError("libpng's samples are other ones") }
}

/// A file whose sums are right, of numbers for its header, its palette and its rows.
private func file(of parts: [UInt8]) -> [UInt8]? {
  guard parts.count > 8 else { return nil }
  let (width, height) = (Int(parts[0]) % 48 + 1, Int(parts[1]) % 24 + 1)
  let sides = [0, 0, 0, UInt8(width), 0, 0, 0, UInt8(height)]
  let header = sides + parts[2...3] + [0, 0, parts[4] & 1]
  let (palette, transparency) = (3 * Int(parts[5]), Int(parts[6]) % 12)
  var rest = parts.dropFirst(8)
  var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  file += chunk("IHDR", header)
  if palette > 0 { file += chunk("PLTE", Array(rest.prefix(palette))) }
  rest = rest.dropFirst(palette)
  if transparency > 0 { file += chunk("tRNS", Array(rest.prefix(transparency))) }
  rest = rest.dropFirst(transparency)
  let stream = stored(Array(rest))
  let piece = Int(parts[7]) + 1
  for start in stride(from: 0, to: stream.count, by: piece) {
    file += chunk("IDAT", Array(stream[start..<min(stream.count, start + piece)]))
  }
  return file + chunk("IEND", [])
}

private func number(_ value: UInt32) -> [UInt8] {
  [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
}

private func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
  let summed = Array(name.utf8) + bytes
  return number(UInt32(bytes.count)) + summed + number(unsafe CRC32.of(summed.span.bytes))
}

/// A stream of one block that is not packed.
private func stored(_ bytes: [UInt8]) -> [UInt8] {
  let (low, high) = (UInt8(bytes.count & 255), UInt8(bytes.count >> 8))
  let sum = unsafe UInt32(adler32(1, bytes, UInt32(bytes.count)))
  return [0x78, 1, 1, low, high, ~low, ~high] + bytes + number(sum)
}

private func samples(of file: [UInt8]) -> (samples: [UInt8], bands: Int)? {
  do {
    let reader = try PNGReader(of: { place, buffer in
      let start = min(Int(place), file.count)
      let count = min(buffer.byteCount, file.count - start)
      for index in 0..<count {
        buffer.storeBytes(of: file[start + index], toByteOffset: index, as: UInt8.self)
      }
      return count
    })
    var samples: [UInt8] = []
    for _ in 0..<reader.header.height {
      try reader.readRow { row in for index in row.indices { samples.append(row[index]) } }
    }
    try reader.finish()
    return (samples, reader.header.bands)
  } catch {
    return nil
  }
}

// MARK: - Strips and tiles

/// What is read must be what libtiff reads of it, wide samples' lower bytes apart.
private func compareParts(_ file: [UInt8]) {
  let source = MemorySource(file, name: "input")
  guard let parts = try? TIFFPictures(of: source).parts(page: 1),
    parts.width * parts.height * parts.samplesPerPixel * parts.bytesPerSample <= mostBytes,
    parts.rowBytes * parts.partHeight <= 16 * mostBytes, let found = samples(of: parts)
  else { return }
  var (length, isOpen) = (0, CInt(0))
  let wanted = unsafe libtiff_read(file, file.count, mostBytes, &length, &isOpen)
  // Fields that nobody knows we pass over; libtiff makes errors of some, before any row is read.
  guard isOpen == 1 else { return }
  guard let wanted = unsafe wanted else { fatalError("libtiff refuses what was read") }
  defer { unsafe free(wanted) }
  // Of what is wide, and was swapped by libtiff, the upper byte is the second one.
  let step = parts.bytesPerSample
  guard length == found.count * step,
    found.indices.allSatisfy({ unsafe found[$0] == wanted[step * $0 + step - 1] })
  else { fatalError("libtiff's samples are other ones") }
}

private func samples(of parts: TIFFParts) -> [UInt8]? {
  let reader = PartReader(parts)
  let across = parts.width * parts.samplesPerPixel
  var samples = [UInt8](repeating: 0, count: across * parts.height)
  do {
    for row in 0..<parts.partRows {
      for column in 0..<parts.columns {
        try reader.begin(row: row, column: column)
        let x = parts.pixels(of: column).lowerBound * parts.samplesPerPixel
        while let y = reader.rows.first {
          try reader.readRow { row in
            for index in row.indices { samples[y * across + x + index] = row[index] }
          }
        }
      }
    }
    return samples
  } catch {
    return nil
  }
}

import CLinux
import CutSamples
import DecoderChildren
import Glibc
import Pixels
import Posix
import PyramidFile
import Sandbox
import TileGeometry

/// A child that its source has taken over: says and writes what none of ours would, and then lives on
/// for as long as it is let.
struct LyingCutter: Sendable {
  private let line: CInt
  private let source: CInt
  private let output: CInt
  private let request: CutRequest
  /// Whether it was made for many pages.
  private let stays: Bool

  /// - Parameter descriptors: as a cutter is given them.
  init?(_ descriptors: [CInt]) {
    guard descriptors.count == 5 else { return nil }
    let own = MessageLine(FileDescriptor(owning: dup(descriptors[0])), longest: 1 << 16)
    guard case .message(let bytes) = own.next(until: .now + .seconds(60)) else { return nil }
    switch CutWire.decode(ChildOrder.self, bytes)?.task {
    case .cut(let request): (self.request, stays) = (request, false)
    case .openPages:
      try? own.send(CutWire.encode(CutAnswer.counted(pages: Self.number)))
      guard case .message(let page) = own.next(until: .now + .seconds(60)),
        let request = CutWire.decode(CutRequest.self, page)
      else { return nil }
      (self.request, stays) = (request, true)
    default: return nil
    }
    line = descriptors[0]
    source = descriptors[1]
    output = descriptors[4]
  }

  /// All that it does.
  var lies: @Sendable () -> Void { { stays ? stay() : lie() } }

  /// Tells who it is, where nothing else is to be told.
  static var number: Int { 1 + Int(getpid()) % 9_999 }

  /// Does the first page as it should, and the next one as its name says.
  private func stay() {
    if request.name == "dies at its first page" { abort() }
    if request.name == "takes its time" { usleep(300_000) }
    tell(.begun(facts(pages: Self.number)))
    write()
    tell(.done)
    if request.name == "goes on writing" {
      while true {
        for place in 0..<64 { _ = unsafe pwrite(output, "no TIFF", 7, off_t(place)) }
        usleep(1000)
      }
    }
    var next = [UInt8](repeating: 0, count: 1 << 12)
    _ = unsafe read(line, &next, next.count)
    if request.name == "lies at the next page" { say([0xFF]) }
    if request.name == "is done before it began" { tell(.done) }
    if request.name == "dies at the next page" { _exit(1) }
    while ["takes its time", "a book"].contains(request.name) {
      tell(.begun(facts(pages: Self.number)))
      write()
      tell(.done)
      _ = unsafe read(line, &next, next.count)
    }
    while true { pause() }
  }

  private func lie() {
    switch request.name {
    case "sizes beyond all numbers": begin(.max / 2, .max / 2)
    case "sizes below nothing": begin(-5, 3)
    case "more pixels than the limit": begin(1 << 31, 1 << 31)
    case "more warnings than there are": begin(warnings: 17)
    case "a beginning twice":
      begin()
      begin()
    case "progress before it began": tell(.progress(0.5))
    case "progress beyond all": progress(1e300)
    case "progress below nothing": progress(-0.5)
    case "progress that is no number": progress(.nan)
    case "an end before it began": tell(.done)
    case "another answer": tell(.examined(facts()))
    case "lacks what it has": tell(.unequipped)
    case "a sketch before it began": sketch("/9j/")
    case "a sketch that nobody asked for":
      begin()
      sketch("/9j/")
    case "a sketch that is no picture":
      begin()
      sketch("iVBORw0K")
    case "a sketch in other letters":
      begin()
      sketch("/9j/\"><")
    case "a tile before it takes wishes":
      begin()
      tell(.previewed)
      grant(wish)
    case "a tile that nobody wished for":
      takeWishes()
      grant(otherWish)
    case "a tile that is no picture":
      takeWishes()
      song(.tile(.init(wish: wish, base64: "iVBORw0K")))
    case "a tile in other letters":
      takeWishes()
      song(.tile(.init(wish: wish, base64: "/9j/\"><")))
    case "a tile without end":
      takeWishes()
      let long = String(repeating: "/9j/", count: WishedTile.longest / 3 + 1)
      song(.tile(.init(wish: wish, base64: long)))
    case "wishes before there is a preview":
      begin()
      tell(.takesWishes)
    case "wishes twice":
      takeWishes()
      tell(.takesWishes)
    case "no message": say(CutWire.encode(CutAnswer.done).dropLast())
    case "more than a message": say(CutWire.encode(CutAnswer.done) + [0])
    case "an unknown message": say(CutWire.encode(Song.sing))
    case "nests without end": say(CutWire.encode(Nest(depth: 3000)))
    case "more than there is": say([UInt8](repeating: 0xFF, count: 16_000))
    case "a long message": say([UInt8](repeating: 0, count: 1 << 17 + 1))
    case "an empty message": say([])
    case "a closed line": close(line)
    case "no end":
      begin()
      for turn in 0... {
        tell(.progress(turn % 2 == 0 ? 0.1 : 0.2))
        usleep(100_000)
      }
    case "too many messages":
      begin()
      while true { tell(.progress(0.5)) }
    case "another's death": tell(.failed(CutFailure(.died(signal: SIGKILL), "killed")))
    case "words for a terminal": tell(.failed(CutFailure(.source, "\u{1B}[2J")))
    case "descriptors":
      for _ in 0..<20 { say([1], giving: [CInt](repeating: output, count: 8)) }
    default:
      begin()
      write()
      tell(.done)
    }
    while true { pause() }
  }

  /// Writes a pyramid with a lie in it, or none.
  private func write() {
    guard request.name != "no pyramid",
      let file = try? LocalFile(FileDescriptor(owning: source), path: .here)
    else { return }
    let other = request.name == "another's pyramid" ? String(repeating: "a", count: 26) : nil
    _ = try? DrawingChild(saying: other).cut(
      request, CutFiles(source: file, output: output), report: { _ in }, shouldStop: { false })
    let index = WrittenIndex(output)
    switch request.name {
    case "a tile inside the index": index?.set(.tileOffset, to: 16)
    case "a tile behind the end": index?.set(.tileOffset, to: 1 << 20)
    case "a tile beyond all": index?.set(.tileLength, to: .max)
    case "a tile of another kind": index?.overwriteTile()
    case "an index without end": index?.stretch()
    case "a larger picture": index?.set(.imageWidth, to: 2)
    default: break
    }
  }

  private func facts(
    _ width: Int = 1, _ height: Int = 1, warnings: Int = 0, pages: Int = 1
  ) -> SourceFacts {
    var facts = SourceFacts(
      format: "PNG", width: width, height: height, color: .rgb, chroma: nil, samples: "8",
      bands: 3, hasAlpha: false, orientation: 1, pages: pages, profile: "none", road: .pixels,
      isHeldWhole: false, estimatedMemory: 0)
    facts.warnings = [String](repeating: "a note", count: warnings)
    return facts
  }

  private func begin(_ width: Int = 1, _ height: Int = 1, warnings: Int = 0) {
    tell(.begun(facts(width, height, warnings: warnings)))
  }

  private func progress(_ number: Double) {
    begin()
    tell(.progress(number))
  }

  /// What no answer says.
  private enum Song: Encodable {
    case sing
    /// What stands where a sketch does.
    case sketch(Picture)
    /// The same of a tile.
    case tile(Tile)

    struct Tile: Encodable {
      let wish: TileWish?
      let base64: String
    }

    struct Picture: Encodable { let base64: String }
  }

  private struct Nest: Encodable {
    let depth: Int

    func encode(to encoder: any Encoder) throws {
      var inside = encoder.unkeyedContainer()
      if depth > 0 { try inside.encode(Nest(depth: depth - 1)) }
    }
  }

  /// What people wish for whom it answers.
  private var wish: TileWish? { TileWish(TileAddress(reduction: .full, column: 0, row: 0)) }
  private var otherWish: TileWish? { TileWish(TileAddress(reduction: .full, column: 0, row: 1)) }

  /// Takes wishes, and waits for one.
  private func takeWishes() {
    begin()
    tell(.previewed)
    tell(.takesWishes)
    let own = MessageLine(FileDescriptor(owning: dup(line)), longest: 1 << 16)
    _ = own.next(until: .now + .seconds(60))
  }

  private func grant(_ wish: TileWish?) {
    guard let wish else { return }
    tell(.tile(WishedTile(wish, [0xFF, 0xD8, 0xFF])))
  }

  private func song(_ song: Song) { say(CutWire.encode(song)) }

  private func sketch(_ base64: String) { say(CutWire.encode(Song.sketch(.init(base64: base64)))) }

  private func tell(_ answer: CutAnswer) { say(CutWire.encode(answer)) }

  private func say(_ words: some Sequence<UInt8>, giving descriptors: [CInt] = []) {
    let bytes = Array(words)
    while unsafe pyramidion_send_descriptors(
      line, bytes, bytes.count, descriptors, CInt(descriptors.count)) < 0, errno == EAGAIN
    { usleep(1000) }
  }
}

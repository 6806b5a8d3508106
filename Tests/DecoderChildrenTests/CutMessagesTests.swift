import DecoderChildren
import Pixels
import Posix
import PyramidFormat
import Sources
import Testing
import TileGeometry

@Suite struct CutMessagesTests {
  private func source() throws -> SourceRequest {
    var limits = CutLimits()
    limits.pixels = 12
    limits.allowsUntrusted = true
    let recipe = PyramidRecipe(format: .webp, quality: 7, chroma: .full, keepsProfile: true)
    return SourceRequest(
      page: 3,
      rules: CuttingRules(recipe: try #require(recipe), dotsPerInch: 99.5, pageEngine: .pdfium),
      limits: limits)
  }

  @Test func `tasks come back as they were sent`() throws {
    let source = try source()
    let request = CutRequest(source, name: "a \"name\"\n", version: "abc", threads: 5)
    for task in [
      ChildTask.examine(source), .countPages(source), .openPages(source), .cut(request),
      .compare(source),
    ] {
      let line = CutWire.encode(task)
      #expect(CutWire.decode(ChildTask.self, line) == task)
      #expect(task.source == source)
    }
  }

  static let causes: [CutFailure.Cause] = [
    .source, .limit, .environment(.noSpace, at: .store),
    .environment(Errno(rawValue: 12_345), at: .decoder),
    .died(signal: 9), .changed, .interrupted,
  ]

  @Test(arguments: causes)
  func `a failure keeps its cause over the pipe`(_ cause: CutFailure.Cause) {
    let answer = CutAnswer.failed(CutFailure(cause, "a \"word\"\nor two"))
    #expect(CutWire.decode(CutAnswer.self, CutWire.encode(answer)) == answer)
  }

  @Test(arguments: ColorKind.allCases)
  func `facts come back as they were sent`(_ color: ColorKind) throws {
    var facts = SourceFacts(
      format: "JPEG", width: 3, height: 2, color: color, chroma: "4:2:0", samples: "8-bit",
      bands: 3, hasAlpha: false, orientation: 6, pages: 1, profile: "sRGB", road: .planes,
      isHeldWhole: false, estimatedMemory: 1 << 40)
    facts.warnings = ["a note"]
    facts.page = PageFacts(
      number: 1, label: "iv", width: 595.25, height: 842, isVector: true, linkCount: 3)
    let place = Comparison.Place(plane: 2, x: 5, y: 6, source: 7, pyramid: 8)
    let sketch = try #require(Sketch([0xFF, 0xD8, 0xFF, 0]))
    #expect(Sketch([UInt8](repeating: 0, count: Sketch.longest + 1)) == nil)
    let address = TileAddress(reduction: .full, column: 3, row: 70)
    let wish = try #require(TileWish(address))
    let tile = WishedTile(wish, [0xFF, 0xD8, 0xFF, 7])
    #expect(tile.jpeg == [0xFF, 0xD8, 0xFF, 7])
    #expect(CutWire.decode(TileWish.self, CutWire.encode(wish)) == wish)
    let answers: [CutAnswer] = [
      .takesWishes, .tile(tile), .tile(WishedTile(wish, nil)), .examined(facts), .counted(pages: 7),
      .begun(facts), .previewed, .otherRoad("a word"),
      .progress(0.5), .done,
      .compared(.equal(samples: 9)), .compared(.different(samples: 1, of: 2, first: place)),
      .compared(.size(width: 3, height: 4)), .compared(.chroma(across: 2, down: 1)),
      .compared(.color), .unequipped, .sketch(sketch),
    ]
    for answer in answers {
      #expect(CutWire.decode(CutAnswer.self, CutWire.encode(answer)) == answer)
    }
  }

  @Test func `the longest tile fits into a message, and a longer one waits for its turn`() throws {
    let address = TileAddress(reduction: .full, column: .max, row: .max)
    let wish = try #require(TileWish(address))
    let jpeg = [0xFF, 0xD8, 0xFF] + [UInt8](repeating: 0xFF, count: WishedTile.longest - 3)
    #expect(CutWire.encode(CutAnswer.tile(WishedTile(wish, jpeg))).count < 1 << 17)
    #expect(WishedTile(wish, jpeg).jpeg == jpeg)
    #expect(WishedTile(wish, jpeg + [0]).jpeg == nil)
  }

  @Test func `a message is all that was sent, and nothing more`() throws {
    let request = CutRequest(try source(), name: "a name", version: "abc", threads: 5)
    let message = CutWire.encode(ChildTask.cut(request))
    for count in message.indices {
      #expect(CutWire.decode(ChildTask.self, Array(message[..<count])) == nil)
    }
    #expect(CutWire.decode(ChildTask.self, message + [0]) == nil)
    #expect(CutWire.decode(CutAnswer.self, message) == nil)
  }

  @Test func `what is damaged on its way is none, or another message`() throws {
    let place = Comparison.Place(plane: 2, x: 5, y: 6, source: 7, pyramid: 8)
    let answer = CutAnswer.compared(.different(samples: 1, of: 2, first: place))
    let message = CutWire.encode(answer)
    for place in message.indices {
      for bit in 0..<8 {
        var damaged = message
        damaged[place] ^= 1 << UInt8(bit)
        #expect(CutWire.decode(CutAnswer.self, damaged) != answer)
      }
    }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `numbers are finite`(_ number: Double) {
    #expect(CutWire.decode(CutAnswer.self, CutWire.encode(CutAnswer.progress(number))) == nil)
  }

  @Test func `numbers that a type has no room for are none`() {
    let large = CutWire.encode([UInt64.max])
    #expect(CutWire.decode([UInt64].self, large) == [.max])
    #expect(CutWire.decode([Int64].self, large) == nil)
    #expect(CutWire.decode([UInt8].self, CutWire.encode([256])) == nil)
    #expect(CutWire.decode([UInt8].self, CutWire.encode([-1])) == nil)
    #expect(CutWire.decode([Int].self, CutWire.encode([0.5])) == nil)
    #expect(CutWire.decode([Int?].self, CutWire.encode([1, nil, 3])) == [1, nil, 3])
  }

  @Test(arguments: ["", "{", "null", "[1,2]", "\u{6}\u{FF}", "\u{8}\u{1}"])
  func `what is no message is none`(_ text: String) {
    #expect(CutWire.decode(ChildTask.self, Array(text.utf8)) == nil)
    #expect(CutWire.decode(CutAnswer.self, Array(text.utf8)) == nil)
  }

  @Test func `a list that claims more than there is asks for no memory`() {
    // A list of four thousand million texts, each as long.
    let list = [7, 0xFF, 0xFF, 0xFF, 0xFF] + [UInt8](repeating: 0xFF, count: 64)
    #expect(CutWire.decode([String].self, list) == nil)
  }

  @Test func `a write that fails is the machine's fault`() {
    #expect(CutFailure(storing: .noSpace).cause == .environment(.noSpace, at: .store))
    #expect(CutFailure(storing: .fileTooLarge).cause == .environment(.fileTooLarge, at: .store))
    #expect(CutFailure(reading: .noSuchFile, "gone").cause == .source)
    #expect(CutFailure(reading: .inputOutput, "").cause == .environment(.inputOutput, at: .source))
  }
}

import Caching
import Decoding
import ImageRequest
import Synchronization
import Testing
import TileDecodingInProcess
import TileGeometry

@testable import Rendering

/// Pictures that are finer than what is stored: 128 pixels a side, drawn up to 1024.
@Suite struct DrawnLevelTests {
  /// Draws what tells where it lies, or nothing.
  private final class Drawing: BlockDrawing {
    let parts = Mutex<[(PixelRect, PixelSize)]>([])
    private let isBroken: Bool

    init(isBroken: Bool = false) { self.isBroken = isBroken }

    var isReady: Bool { true }

    /// What was drawn, in pixels of the whole.
    var rects: [PixelRect] { parts.withLock { $0.map(\.0) } }

    func getReady() {}

    func draw(_ block: PixelRect, of size: PixelSize) throws(NotDrawn) -> [UInt8] {
      parts.withLock { $0.append((block, size)) }
      if isBroken { throw NotDrawn("it is broken") }
      return [UInt8](repeating: 77, count: 4 * Int(block.area))
    }
  }

  /// - Parameter bytes: what it keeps of decoded tiles and drawn blocks.
  /// - Returns: one that decodes in this process.
  private static func renderer(keeping bytes: Int = 16 << 20) -> Renderer {
    Renderer(
      tileCache: ByteBudget(bytes: bytes), quality: 75, decoder: InProcessTileDecoder())
  }

  private func plan(
    _ x: Int64, _ y: Int64, _ side: Int64, size: Int64, _ format: ImageFormat = .png
  ) -> ImagePlan {
    ImagePlan(
      region: PixelRect(x: x, y: y, width: side, height: side),
      size: PixelSize(width: size, height: size), quality: .color, format: format)
  }

  private func source(_ drawing: Drawing, detail: Int32 = 3) throws -> RenderSource {
    RenderSource(pyramid: try DrawnPyramid.make().0, key: 1, detail: detail, drawing: drawing)
  }

  @Test(
    arguments: [
      (1024, 1024, -3), (1024, 700, -3), (1024, 512, -2), (1024, 300, -2), (1024, 256, -1),
      (1024, 130, -1), (64, 64, -3), (64, 128, -3),
    ] as [(Int64, Int64, Int32)])
  func `the coarsest level that is fine enough is drawn`(
    side: Int64, size: Int64, reduction: Int32
  ) throws {
    let choice = LevelChoice(plan(0, 0, side, size: size), try source(Drawing()))
    let drawn = try #require(choice.drawn)
    #expect(drawn.reduction.exponent - 3 == reduction)
    #expect(drawn.size.width == 128 << Int64(-reduction))
  }

  @Test func `what is stored is not drawn`() throws {
    let source = try source(Drawing())
    for (size, level) in [(128, 0), (64, 1), (100, 0), (20, 1)] as [(Int64, Int)] {
      let choice = LevelChoice(plan(0, 0, 1024, size: size), source)
      #expect(choice.drawn == nil && choice.level == level)
    }
    let exact = LevelChoice(plan(512, 0, 512, size: 64), source)
    #expect(exact.step == 1)
    #expect(exact.needed == PixelRect(x: 64, y: 0, width: 64, height: 64))
  }

  @Test func `a level's part is drawn once, pixel by pixel`() throws {
    let drawing = Drawing()
    let source = try source(drawing)
    let renderer = Self.renderer()
    for x in [0, 512] as [Int64] {
      let choice = LevelChoice(plan(x, 512, 512, size: 256), source)
      #expect(choice.needed == PixelRect(x: x / 2, y: 256, width: 256, height: 256))
      #expect(choice.step == 1)
      _ = try renderer.render(plan(x, 512, 512, size: 256), of: source) { false }
    }
    let parts = drawing.parts.withLock { $0 }
    #expect(parts.count == 1, "the block is kept")
    #expect(parts.first?.0 == PixelRect(x: 0, y: 0, width: 512, height: 512))
    #expect(parts.first?.1 == PixelSize(width: 512, height: 512))
  }

  @Test func `of a block at a view's edge no more is drawn than the view's pictures need`() throws {
    let drawing = Drawing()
    let source = try source(drawing, detail: 5)
    let renderer = Self.renderer()
    let plans = [(768, 0), (768, 256), (1024, 256), (1280, 256)].map {
      plan($0, $1, 256, size: 256)
    }
    var wanted = WantedParts()
    for plan in plans { wanted.add(plan, of: source) }
    func render(_ plan: ImagePlan) throws {
      _ = try renderer.render(plan, of: source.wanting(wanted.around(plan, of: source))) { false }
    }
    for plan in plans { try render(plan) }
    #expect(
      drawing.rects == [
        PixelRect(x: 768, y: 0, width: 256, height: 512),
        PixelRect(x: 1024, y: 256, width: 512, height: 256),
      ])
    // Whoever comes back is given all of the block.
    try render(plan(0, 0, 256, size: 256))
    try render(plan(512, 512, 256, size: 256))
    #expect(drawing.rects.dropFirst(2) == [PixelRect(x: 0, y: 0, width: 1024, height: 1024)])
  }

  @Test func `pictures that are wanted by themselves have all of their block drawn`() throws {
    let drawing = Drawing()
    let source = try source(drawing, detail: 5)
    let renderer = Self.renderer()
    let wanted = WantedParts()
    let plan = plan(256, 256, 256, size: 256)
    _ = try renderer.render(plan, of: source.wanting(wanted.around(plan, of: source))) { false }
    #expect(drawing.rects == [PixelRect(x: 0, y: 0, width: 1024, height: 1024)])
  }

  @Test func `a block of which little is left is drawn as a whole`() throws {
    let drawing = Drawing()
    let source = try source(drawing, detail: 5)
    let renderer = Self.renderer()
    var wanted = WantedParts()
    let plans = [plan(0, 0, 256, size: 256), plan(768, 768, 256, size: 256)]
    for plan in plans { wanted.add(plan, of: source) }
    for plan in plans {
      _ = try renderer.render(plan, of: source.wanting(wanted.around(plan, of: source))) { false }
    }
    #expect(drawing.rects == [PixelRect(x: 0, y: 0, width: 1024, height: 1024)])
  }

  @Test func `what can't be drawn is said, and enlarged when it is asked for so`() throws {
    let source = try source(Drawing(isBroken: true))
    let renderer = Self.renderer(keeping: 0)
    let plan = plan(0, 0, 256, size: 256, .jpeg)
    #expect(throws: RenderError.notDrawn("it is broken")) {
      try renderer.render(plan, of: source) { false }
    }
    #expect(LevelChoice(plan, source.undrawn).drawn == nil)
    #expect(try !renderer.render(plan, of: source.undrawn) { false }.isEmpty)
  }
}

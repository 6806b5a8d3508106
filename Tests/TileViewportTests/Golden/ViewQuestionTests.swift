import Testing
import TileGeometry
import TileViewport
import ViewportSamples

/// Questions as HTTP and command line ask them: what follows from what, and what is refused.
@Suite struct ViewQuestionTests {
  typealias Problem = ViewQuestion.Problem

  private func question(_ change: (inout ViewQuestion) -> Void) throws -> ViewQuestion {
    var question = ViewQuestion(
      content: try #require(ImageSize(width: 1280, height: 960)))
    question.bounds = .screen
    change(&question)
    return question
  }

  private func problem(_ change: (inout ViewQuestion) -> Void) throws -> Problem? {
    let question = try question(change)
    do throws(Problem) {
      _ = try question.answer()
      return nil
    } catch { return error }
  }

  @Test(arguments: [.nan, .infinity, -.infinity, 0, -1, 1e300] as [Double])
  func `numbers that no view can have are refused`(bad: Double) throws {
    #expect(try problem { $0.bounds = Size(width: bad, height: 9) } == .notAllowed(.bounds))
    #expect(try problem { $0.bounds = Size(width: 9, height: bad) } == .notAllowed(.bounds))
    #expect(try problem { $0.zoom = bad } == .notAllowed(.zoom))
    #expect(try problem { $0.minimumZoom = bad } == .notAllowed(.minimumZoom))
    #expect(try problem { $0.maximumZoom = bad } == .notAllowed(.maximumZoom))
    #expect(try problem { $0.devicePixelRatio = bad } == .notAllowed(.devicePixelRatio))
    #expect(
      try problem { $0.rect = Rect(x: 0, y: 0, width: bad, height: 9) } == .notAllowed(.rect))
  }

  @Test(arguments: [.nan, .infinity, -.infinity, 1e300] as [Double])
  func `places that no view can be at are refused`(bad: Double) throws {
    let point = Point(x: 1, y: bad)
    #expect(try problem { $0.offset = point } == .notAllowed(.offset))
    #expect(try problem { $0.center = point } == .notAllowed(.center))
    #expect(
      try problem { $0.rect = Rect(x: bad, y: 0, width: 9, height: 9) } == .notAllowed(.rect))
    #expect(try problem { $0.inset.left = bad } == .notAllowed(.inset))
  }

  @Test func `conflicts and gaps are named`() throws {
    let rect = Rect(x: 0, y: 0, width: 9, height: 9)
    #expect(
      try problem {
        $0.rect = rect
        $0.offset = .zero
      } == .conflict(.rect, .offset))
    #expect(
      try problem {
        $0.rect = rect
        $0.center = .zero
      } == .conflict(.rect, .center))
    #expect(
      try problem {
        $0.center = .zero
        $0.offset = .zero
      } == .conflict(.center, .offset))
    #expect(
      try problem {
        $0.rect = rect
        $0.zoom = 1
      } == .conflict(.bounds, .zoom))
    #expect(try problem { $0.bounds = nil } == .missing(.bounds))
    #expect(
      try problem {
        $0.bounds = nil
        $0.rect = rect
      } == .missing(.zoom))
    #expect(try problem { $0.levelsOfDetailBias = 1 } == .missing(.levelsOfDetail))
    #expect(try problem { $0.levelsOfDetail = 0 } == .notAllowed(.levelsOfDetail))
    #expect(
      try problem {
        $0.levelsOfDetail = 3
        $0.levelsOfDetailBias = 17
      } == .notAllowed(.levelsOfDetailBias))
    #expect(try problem { $0.prefetch = 65 } == .notAllowed(.prefetch))
  }

  @Test func `a minimum above the maximum is refused`() throws {
    #expect(
      try problem {
        $0.minimumZoom = 3
        $0.maximumZoom = 2
      } == .minimumAboveMaximum(minimum: 3, maximum: 2))
  }

  @Test(arguments: [(1280, 0), (-10, 5), (0, 960), (3, -9)] as [(Double, Double)])
  func `a rectangle beside the image is refused`(x: Double, y: Double) throws {
    #expect(
      try problem { $0.rect = Rect(x: x, y: y, width: 9, height: 9) }
        == .rectMissesImage)
  }

  @Test func `more than 10,000 tiles are refused`() throws {
    var question = ViewQuestion(content: try #require(ImageSize(width: 1 << 20, height: 1 << 20)))
    question.bounds = Size(width: 25_600, height: 25_600)
    question.zoom = 1
    question.prefetch = 0
    #expect(try question.answer().visible.count == 10_000)
    question.prefetch = 1
    #expect(throws: Problem.tooManyTiles(101 * 101)) { try question.answer() }
  }

  @Test func `a view too small to fit anything still has numbers`() throws {
    let tiny = Double.leastNonzeroMagnitude
    #expect(try problem { $0.bounds = Size(width: tiny, height: tiny) } == .notAllowed(.bounds))
    let least = ViewQuestion.minimumLength
    let view = try question { $0.bounds = Size(width: least, height: least) }.answer()
    #expect(view.viewport.zoomScale > 0)
    #expect(view.visibleRect.width.isFinite && view.visibleRect.x.isFinite)
  }

  @Test func `zoom and offset are moved into their ranges`() throws {
    let view = try question {
      $0.zoom = 99
      $0.offset = Point(x: 1e6, y: -5)
    }.answer().viewport
    #expect(view.zoomScale == 1.25)
    #expect(view.contentOffset == Point(x: 1280, y: 0))
  }

  @Test func `rectangle and zoom give the view's size; rectangle and size the zoom`() throws {
    let sized = try question {
      $0.bounds = nil
      $0.rect = Rect(x: 100, y: 50, width: 300, height: 200)
      $0.zoom = 0.5
    }.answer()
    #expect(sized.viewport.bounds == Size(width: 150, height: 100))
    #expect(near(sized.visibleRect, Rect(x: 100, y: 50, width: 300, height: 200)))
    let fitted = try question { $0.rect = Rect(x: 400, y: 300, width: 640, height: 100) }.answer()
    #expect(fitted.viewport.zoomScale == 0.5)
    #expect(near(fitted.visibleRect.center, Point(x: 720, y: 460)))
    let centred = try question {
      $0.center = Point(x: 640, y: 480)
      $0.zoom = 1
    }.answer()
    #expect(centred.visibleRect == Rect(x: 480, y: 250, width: 320, height: 460))
  }
}

import Testing
import TileGeometry
import TileViewport

/// Vectors of books: what of which pages is in view, whatever the layout and direction.
@Suite struct BookQuestionTests {
  /// Seven pages of 1000 by 1500 pixels at 100 dots per inch; the last at half as many.
  private static let extents = PageExtents(
    (0..<7).map { page in
      let scale = page == 6 ? 0.5 : 1.0
      return .init(pixels: Size(width: 1000 * scale, height: 1500 * scale), density: 100 * scale)
    })

  private static func ask(
    _ page: Int32, _ layout: BookLayout, _ direction: ReadingDirection = .leftToRight,
    _ set: (inout ViewQuestion) -> Void = { _ in }
  ) throws -> BookQuestion.Answer {
    let spreads =
      layout == .spreads
      ? Spreads(pageCount: 7, pairing: Pairing()) : Spreads(singlePages: 7)
    var view = ViewQuestion(content: .onePixel)
    view.bounds = Size(width: 1000, height: 750)
    set(&view)
    return try BookQuestion(
      view, page: page, of: extents,
      in: spreads, direction: direction, isScrolling: layout == .scroll
    ).answer()
  }

  @Test func `a page by itself is what its image is`() throws {
    let answer = try Self.ask(2, .single)
    var alone = ViewQuestion(content: try #require(ImageSize(width: 1000, height: 1500)))
    alone.bounds = Size(width: 1000, height: 750)
    let image = try alone.answer()
    #expect(answer.pages.map(\.page) == [2])
    #expect(answer.pages.first?.view == image)
    #expect(answer.viewport == image.viewport)
  }

  @Test func `two pages face each other`() throws {
    let answer = try Self.ask(3, .spreads)
    #expect(answer.viewport.content == Size(width: 2000, height: 1500))
    #expect(answer.viewport.zoomScale == 0.5)
    #expect(answer.pages.map(\.page) == [3, 4])
    #expect(answer.pages.map(\.frame.x) == [0, 1000])
    #expect(answer.pages[1].view.frame(of: Rect(x: 0, y: 0, width: 2, height: 2)).x == 500)
    // The cover alone, and the last page of a spread whatever its density.
    #expect(try Self.ask(0, .spreads).pages.map(\.page) == [0])
    let last = try Self.ask(5, .spreads)
    #expect(
      last.pages.map(\.frame) == [
        Rect(x: 0, y: 0, width: 1000, height: 1500), Rect(x: 1000, y: 0, width: 1000, height: 1500),
      ])
    #expect(last.pages[1].view.viewport.zoomScale == 1)
    #expect(last.pages.map(\.view.level.reduction.exponent) == [1, 0])
  }

  @Test func `from the right the first of two is on the right`() throws {
    let answer = try Self.ask(3, .spreads, .rightToLeft)
    #expect(answer.pages.map(\.page) == [3, 4])
    #expect(answer.pages.map(\.frame.x) == [1000, 0])
  }

  @Test func `a rectangle counts from the corner of the page that is asked for`() throws {
    let answer = try Self.ask(4, .spreads) { view in
      view.rect = Rect(x: 0, y: 0, width: 500, height: 375)
    }
    #expect(answer.viewport.zoomScale == 2)
    #expect(answer.viewport.contentOffset == Point(x: 2000, y: 0))
    #expect(answer.pages[0].view.visible.count == 0)
    #expect(answer.pages[1].view.visibleRect == Rect(x: 0, y: 0, width: 500, height: 375))
  }

  @Test(arguments: ReadingDirection.allCases)
  func `a column shows the pages in sight, and begins at the one that is asked for`(
    direction: ReadingDirection
  ) throws {
    let answer = try Self.ask(3, .scroll, direction)
    #expect(answer.viewport.zoomScale == 0.5)
    let along = direction.isVertical ? 4500.0 : 3000
    let places = answer.pages.filter { $0.page == 3 }.map {
      direction.isVertical ? $0.frame.y : $0.frame.x
    }
    #expect(places == [along])
    // A page is 750 points high here, as the view, and 500 wide: two lie side by side in it.
    let expected: [Int32] =
      direction.isVertical ? [3] : direction == .leftToRight ? [3, 4] : [2, 3]
    #expect(answer.pages.map(\.page) == expected)
    #expect(answer.pages.allSatisfy { !$0.view.visibleRect.isEmpty })
  }

  @Test func `tens of thousands of pages are answered for those in sight`() throws {
    let extents = PageExtents(
      Array(repeating: .init(pixels: Size(width: 600, height: 800), density: 72), count: 65_000))
    var view = ViewQuestion(content: .onePixel)
    view.bounds = Size(width: 600, height: 1200)
    let answer = try BookQuestion(
      view, page: 40_000, of: extents,
      in: Spreads(singlePages: 65_000), direction: .topToBottom, isScrolling: true
    ).answer()
    #expect(answer.pages.map(\.page) == [40_000, 40_001])
    #expect(answer.pages[1].view.visibleRect == Rect(x: 0, y: 0, width: 600, height: 400))
  }

  @Test func `what can't be is refused as of any view`() {
    #expect(throws: ViewQuestion.Problem.missing(.bounds)) {
      try Self.ask(0, .spreads) { $0.bounds = nil }
    }
    #expect(throws: ViewQuestion.Problem.notAllowed(.bounds)) {
      try Self.ask(0, .scroll) { $0.bounds = Size(width: -1, height: .nan) }
    }
  }
}

#if canImport(TileGeometry)
  package import TileGeometry
  package import TileViewport
#endif

/// Pages side by side, each a zoomable view, in a strip that scrolls from one to the next.
///
/// One page at a time is under the fingers; its neighbours show as they open. A single image is
/// an album of one page, whose strip never moves.
package struct Album: Equatable, Sendable {
  package struct Options: Equatable, Sendable {
    /// A tap on the right or left part of the page turns it.
    package var tapTurnsPages = true
    /// The part of the page's width, on each side, that turns it.
    package var turningPart = 0.3
    /// Which level draws a page.
    package var levelRule = Ladder.Rule.fineEnough
    /// Points between two pages.
    package var spacing = 0.0

    package init() {}
  }

  /// The strip of pages; its offset is that of the album, not of a page.
  package private(set) var strip: ScrollView
  /// The page that is under the fingers.
  package var page: InteractiveView
  package private(set) var window: PageWindow
  /// The number of the page under the fingers, counted from 0.
  ///
  /// It follows ``PageWindow/current`` when the strip has come to rest, so that a page which swings
  /// back keeps its zoom.
  package private(set) var activePage: Int32
  package var options: Options
  /// The fingers of this touch belong to the strip.
  private var stripOwnsTouch = false
  private var sizes = PageSizes()

  /// An album that shows its first page.
  ///
  /// - Parameters:
  ///   - viewport: how a page opens; its content is the first page's image.
  ///   - pageCount: at least 1.
  ///   - poolSize: pages that have a view of their own; moved into ``PageWindow/poolBounds``.
  ///   - scrolling: how a page behaves under the finger.
  ///   - options: how the album does.
  @inline(never)
  package init(
    viewport: Viewport, pageCount: Int32 = 1, poolSize: Int32 = 3,
    scrolling: ScrollOptions = ScrollOptions(), options: Options = Options()
  ) {
    self.page = InteractiveView(scroll: ScrollView(viewport: viewport, options: scrolling))
    self.window = PageWindow(pageCount: max(1, pageCount), poolSize: poolSize)
    self.activePage = 0
    self.options = options
    var paging = ScrollOptions()
    paging.isPagingEnabled = true
    paging.isZoomEnabled = false
    paging.dragSlop = scrolling.dragSlop
    paging.reducesMotion = scrolling.reducesMotion
    let pages = PageStrip(
      pageCount: pageCount, pageSize: viewport.bounds, spacing: options.spacing)
    self.strip = ScrollView(
      viewport: pages.viewport(showingPage: 0, devicePixelRatio: viewport.devicePixelRatio),
      options: paging)
    self.sizes[0] = viewport.content
  }

  /// Where the pages lie side by side.
  package var pages: PageStrip {
    PageStrip(
      pageCount: window.pageCount, pageSize: page.viewport.bounds, spacing: options.spacing)
  }

  /// The page in view: it changes at half a page, during the drag.
  package var currentPage: Int32 { window.current }

  /// How a page of the pool shows: as it was left if it is the active one, else as it opens.
  package func viewport(ofPage number: Int32) -> Viewport? {
    guard number != activePage else { return page.viewport }
    guard window.contains(number) else { return nil }
    return opening(number)
  }

  /// Where a page lies in the view, in view points.
  package func frame(ofPage number: Int32) -> Rect {
    pages.frame(ofPage: number, from: strip.viewport.contentOffset.x)
  }

  /// Says how large a page's image is; the pages of the pool are asked about.
  package mutating func setContent(
    _ size: Size, ofPage number: Int32, _ log: inout EventLog
  ) {
    guard number >= 0, number < window.pageCount else { return }
    sizes[window.slot(of: number)] = size
    if number == activePage { page.scroll.update(&log) { $0 = $0.reopened(with: size) } }
  }

  /// Gives the view another size; the page in view and what it shows stay.
  package mutating func resize(to size: Size, _ log: inout EventLog) {
    let pages = PageStrip(
      pageCount: window.pageCount, pageSize: size, spacing: options.spacing)
    let viewport = pages.viewport(
      showingPage: window.current, devicePixelRatio: strip.viewport.devicePixelRatio)
    strip.update(&log) { $0 = viewport }
    page.scroll.update(&log) { $0.resize(to: size) }
    activate(&log)
  }

  // MARK: fingers

  package mutating func touchDown(
    _ pointer: Int32, at point: Point, time: Double, _ log: inout EventLog
  ) {
    advance(to: time, &log)
    // A strip that is caught between two pages is dragged on, whatever is under the finger.
    if !strip.isAtRest, !strip.isTracking { stripOwnsTouch = true }
    if !stripOwnsTouch {
      page.touchDown(pointer, at: point, time: time, &log)
    }
    strip.touchDown(pointer, at: point, time: time, &log)
  }

  package mutating func touchMoved(
    _ pointer: Int32, at point: Point, time: Double, _ log: inout EventLog
  ) {
    advance(to: time, &log)
    if !stripOwnsTouch, let way = page.scroll.wouldBeginDrag(pointer, at: point),
      NestedScrolling.owner(of: way, inner: page.scroll, outer: strip) == .outer
    {
      page.touchesCancelled(&log)
      stripOwnsTouch = true
    }
    guard stripOwnsTouch else {
      page.touchMoved(pointer, at: point, time: time, &log)
      return
    }
    strip.touchMoved(pointer, at: point, time: time, &log)
    followStrip(&log)
  }

  package mutating func touchUp(
    _ pointer: Int32, at point: Point, time: Double, _ log: inout EventLog
  ) {
    advance(to: time, &log)
    if stripOwnsTouch {
      strip.touchUp(pointer, time: time, &log)
      followStrip(&log)
    } else {
      let first = log.count
      page.touchUp(pointer, at: point, time: time, &log)
      strip.touchUp(pointer, time: time, &log)
      turnOnTap(since: first, &log)
    }
    if !strip.isTracking { stripOwnsTouch = false }
  }

  package mutating func touchesCancelled(_ log: inout EventLog) {
    page.touchesCancelled(&log)
    strip.touchesCancelled(&log)
    stripOwnsTouch = false
  }

  /// Lets time pass; the same in one step or in many.
  package mutating func tick(_ step: Double, _ log: inout EventLog) {
    let first = log.count
    page.tick(step, &log)
    strip.tick(step, &log)
    followStrip(&log)
    turnOnTap(since: first, &log)
  }

  package mutating func advance(to time: Double, _ log: inout EventLog) {
    tick(time - page.scroll.clock, &log)
  }

  // MARK: pages

  package mutating func goToPage(_ number: Int32, animated: Bool, _ log: inout EventLog) {
    let target = min(max(0, number), window.pageCount - 1)
    strip.setContentOffset(
      Point(x: pages.offset(ofPage: target), y: 0), animated: animated, &log)
    followStrip(&log)
  }

  /// The page that a tap asks for, by where on the page it was: -1 back, 1 forward, 0 neither.
  package func turn(forTapAt point: Point) -> Int32 {
    guard options.tapTurnsPages, window.pageCount > 1, page.tapTurnsPage else { return 0 }
    let width = page.viewport.bounds.width
    if point.x < width * options.turningPart { return -1 }
    return point.x >= width * (1 - options.turningPart) ? 1 : 0
  }

  private mutating func turnOnTap(since first: Int, _ log: inout EventLog) {
    var index = first
    while index < log.count {
      let event = log[index]
      index += 1
      guard event.kind == .singleTap else { continue }
      let step = turn(forTapAt: event.point)
      if step != 0 { goToPage(window.current + step, animated: true, &log) }
    }
  }

  private mutating func followStrip(_ log: inout EventLog) {
    if window.follow(offset: strip.viewport.contentOffset.x, pageWidth: pages.stride) {
      log.append(.pageChanged, value: Double(window.current))
    }
    if strip.isAtRest { activate(&log) }
  }

  /// The page in view becomes the one under the fingers, as it opens.
  private mutating func activate(_ log: inout EventLog) {
    guard window.current != activePage else { return }
    if page.scroll.isTracking { page.touchesCancelled(&log) }
    let viewport = opening(window.current)
    activePage = window.current
    page.scroll.update(&log) { $0 = viewport }
  }

  private func opening(_ number: Int32) -> Viewport {
    page.viewport.reopened(with: sizes[window.slot(of: number)])
  }
}

/// Options that page and strip share.
extension Album {
  package mutating func setBounces(_ bounces: Bool) {
    page.scroll.options.bounces = bounces
    strip.options.bounces = bounces
  }

  package mutating func setReducesMotion(_ reduces: Bool) {
    page.scroll.options.reducesMotion = reduces
    strip.options.reducesMotion = reduces
  }

  package mutating func setDragSlop(_ slop: Double) {
    page.scroll.options.dragSlop = slop
    strip.options.dragSlop = slop
  }

  package mutating func setPaging(_ isOn: Bool) { strip.options.isScrollEnabled = isOn }

  package mutating func setTie(_ tie: PageStrip.Tie) {
    window.tie = tie
    strip.options.pagingRule.tie = tie
  }

  package mutating func setFlipHysteresis(_ points: Double) { window.hysteresis = max(0, points) }
}

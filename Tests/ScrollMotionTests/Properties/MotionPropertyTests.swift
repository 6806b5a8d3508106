import ScrollMotion
import SeededNumbers
import Testing
import TileViewport
import ViewportSamples

/// What holds for every motion and every sequence of gestures.
@Suite struct MotionPropertyTests {
  private static let starts: [@Sendable (inout Recorded<ScrollView>) -> Void] = [
    { $0.flick(from: (200, 300), to: (150, 220), steps: 4) },
    { $0.flick(from: (100, 100), to: (300, 400), steps: 3) },
    { view in
      view.perform { $0.setContentOffset(.zero, animated: false, &$1) }
      view.drag(from: (100, 100), to: (250, 300))
    },
    { view in view.perform { $0.setContentOffset(Point(x: 3, y: 480), animated: true, &$1) } },
    { view in view.perform { $0.setZoomScale(4, animated: true, &$1) } },
    { view in
      view.perform {
        $0.zoom(to: Rect(x: 900, y: 700, width: 60, height: 90), animated: true, &$1)
      }
    },
    { view in
      view.down(1, 150, 200)
      view.down(2, 170, 220)
      view.move(2, 300, 400)
      view.move(2, 310, 455)
      view.up(1)
      view.up(2)
    },
    { view in
      view.view.options.isPagingEnabled = true
      view.flick(from: (250, 200), to: (160, 190), steps: 4)
    },
  ]

  @Test(arguments: starts.indices)
  func `half a second at once is thirty small steps`(kind: Int) {
    for eased in [false, true] {
      var once = scroller {
        $0.animationCurve = eased ? .eased : .constantSpeed
        $0.animationDuration = 0.8
      }
      Self.starts[kind](&once)
      #expect(!once.view.isAtRest)
      var many = once
      for _ in 0..<4 {
        once.tick(0.5)
        many.frames(30)
        #expect(
          nearlyEqual(once.view.viewport.contentOffset, many.view.viewport.contentOffset))
        #expect(nearlyEqual(once.view.viewport.zoomScale, many.view.viewport.zoomScale))
      }
    }
  }

  @Test func `whatever fingers do, everything comes to rest within its limits`() {
    for seed in 0..<400 as Range<UInt64> {
      var random = SplitMix(seed: seed)
      var view = interactive(random.double(0...900), random.double(0...400))
      view.view.scroll.options.bounces = random.bool()
      view.view.scroll.options.bouncesZoom = random.bool()
      view.view.scroll.options.isPagingEnabled = random.int(0...4) == 0
      var down: Set<Int32> = []
      for _ in 0..<60 { step(&view, &down, &random) }
      for finger in down { view.up(finger, 100, 100, after: 0.01) }
      view.tick(1)
      for _ in 0..<20 { view.tick(1) }
      let rested = view.view.viewport
      #expect(view.view.scroll.isAtRest, "seed \(seed)")
      #expect(rested.isWithinRange, "seed \(seed)")
      #expect(rested.zoomRange.contains(rested.zoomScale), "seed \(seed)")
      expectPairs(view.kinds, seed)
    }
  }

  private func step(
    _ view: inout Recorded<InteractiveView>, _ down: inout Set<Int32>, _ random: inout SplitMix
  ) {
    let finger = Int32(random.int(1...3))
    let (x, y) = (random.double(-20...340), random.double(-20...480))
    switch random.int(0...11) {
    case 0...2 where !down.contains(finger):
      down.insert(finger)
      view.down(finger, x, y)
    case 3,
      4 where down.contains(finger):
      down.remove(finger)
      view.up(finger, x, y)
    case 5: view.tick(random.double(0.001...0.7))
    case 6 where random.int(0...5) == 0:
      down = []
      view.cancel()
    case 7 where random.int(0...3) == 0:
      let scale = random.double(0.1...9)
      view.perform { $0.scroll.setZoomScale(scale, animated: true, &$1) }
    case 8 where random.int(0...3) == 0:
      let size = Size(width: random.double(50...900), height: random.double(50...900))
      view.perform { view, log in view.scroll.update(&log) { $0.resize(to: size) } }
    default: view.move(finger, x, y)
    }
  }

  /// What begins ends, once, before it begins again.
  private func expectPairs(_ kinds: [ScrollEvent.Kind], _ seed: UInt64) {
    for (begin, end) in [
      (.willBeginDragging, .didEndDragging), (.willBeginDecelerating, .didEndDecelerating),
    ] as [(ScrollEvent.Kind, ScrollEvent.Kind)] {
      var open = 0
      for kind in kinds {
        if kind == begin { open += 1 }
        if kind == end { open -= 1 }
        #expect((0...1).contains(open), "seed \(seed), \(begin)")
      }
      #expect(open == 0, "seed \(seed), \(begin)")
    }
  }

  @Test func `asking a scroll view never changes it`() {
    var random = SplitMix(seed: 9)
    for _ in 0..<1000 {
      let scroll = ScrollView(viewport: .guide(random.double(0...900), random.double(0...400)))
      let before = scroll
      _ = scroll.restingGoal
      _ = scroll.wouldBeginDrag(1, at: .zero)
      #expect(scroll == before)
    }
  }
}

import ScrollMotion
import TileViewport

/// Whatever fingers and time can be fed to.
protocol Touchable {
  mutating func touchDown(_ pointer: Int32, at point: Point, time: Double, _ log: inout EventLog)
  mutating func touchMoved(_ pointer: Int32, at point: Point, time: Double, _ log: inout EventLog)
  mutating func lift(_ pointer: Int32, at point: Point, time: Double, _ log: inout EventLog)
  mutating func touchesCancelled(_ log: inout EventLog)
  mutating func tick(_ step: Double, _ log: inout EventLog)
}

extension ScrollView: Touchable {
  mutating func lift(_ pointer: Int32, at point: Point, time: Double, _ log: inout EventLog) {
    touchUp(pointer, time: time, &log)
  }
}

extension InteractiveView: Touchable {
  mutating func lift(_ pointer: Int32, at point: Point, time: Double, _ log: inout EventLog) {
    touchUp(pointer, at: point, time: time, &log)
  }
}

extension Album: Touchable {
  mutating func lift(_ pointer: Int32, at point: Point, time: Double, _ log: inout EventLog) {
    touchUp(pointer, at: point, time: time, &log)
  }
}

/// A view with its clock, and all the events it has told.
struct Recorded<View: Touchable> {
  var view: View
  private(set) var events: [ScrollEvent] = []
  private(set) var now = 0.0

  init(_ view: View) { self.view = view }

  /// Does something with the view and notes what it tells.
  mutating func perform(_ action: (inout View, inout EventLog) -> Void) {
    var log = EventLog()
    action(&view, &log)
    for index in 0..<log.count { events.append(log[index]) }
  }

  mutating func down(_ pointer: Int32 = 1, _ x: Double, _ y: Double) {
    let time = now
    perform { $0.touchDown(pointer, at: Point(x: x, y: y), time: time, &$1) }
  }

  mutating func move(_ pointer: Int32 = 1, _ x: Double, _ y: Double, after step: Double = 0.016) {
    now += step
    let time = now
    perform { $0.touchMoved(pointer, at: Point(x: x, y: y), time: time, &$1) }
  }

  mutating func up(_ pointer: Int32 = 1, _ x: Double = 0, _ y: Double = 0, after step: Double = 0) {
    now += step
    let time = now
    perform { $0.lift(pointer, at: Point(x: x, y: y), time: time, &$1) }
  }

  mutating func cancel() { perform { $0.touchesCancelled(&$1) } }

  mutating func tick(_ step: Double) {
    now += step
    perform { $0.tick(step, &$1) }
  }

  /// Lets a sixtieth of a second pass so many times.
  mutating func frames(_ count: Int) { for _ in 0..<count { tick(1 / 60) } }

  /// A finger goes straight from one place to another, and lifts there after a pause.
  mutating func drag(
    from start: (Double, Double), to end: (Double, Double), steps: Int = 8, step: Double = 0.016,
    pause: Double = 0.2
  ) {
    down(1, start.0, start.1)
    for index in 1...steps {
      let part = Double(index) / Double(steps)
      move(
        1, start.0 + (end.0 - start.0) * part, start.1 + (end.1 - start.1) * part, after: step)
    }
    up(1, end.0, end.1, after: pause)
  }

  /// A drag that is let go in full flight.
  mutating func flick(
    from start: (Double, Double), to end: (Double, Double), steps: Int = 8, step: Double = 0.016
  ) { drag(from: start, to: end, steps: steps, step: step, pause: 0) }

  mutating func tap(_ x: Double, _ y: Double, hold: Double = 0.05) {
    down(1, x, y)
    up(1, x, y, after: hold)
  }

  /// Two taps, the second a tenth of a second after the first.
  mutating func doubleTap(_ x: Double, _ y: Double) {
    tap(x, y)
    tick(0.1)
    tap(x, y)
  }

  mutating func forget() { events = [] }

  var kinds: [ScrollEvent.Kind] { events.map(\.kind) }

  /// The kinds, each run of equal ones told once.
  var courses: [ScrollEvent.Kind] {
    kinds.reduce(into: []) { if $0.last != $1 { $0.append($1) } }
  }

  func values(of kind: ScrollEvent.Kind) -> [Double] {
    events.filter { $0.kind == kind }.map(\.value)
  }
}

import ScrollMotion
import Testing
import ViewportWasm

/// A golden vector of the specification, as calls and what they must answer.
struct GoldenVector: Sendable, CustomTestStringConvertible {
  struct Step: Sendable {
    let call: Call
    /// Values at their places in the answer.
    var expected: [Int: Double] = [:]
    var tolerance = 1e-6
    var result: Double?
  }

  let name: String
  let steps: [Step]
  /// The steps that only prepare; their events don't count.
  let preparation: Int
  /// The events of all steps, in order; a row of scrolls or zooms counts once.
  let events: [ScrollEvent.Kind]?
  /// The events to look at; all when nil.
  let watched: Set<UInt8>?

  init(
    _ name: String, after preparation: [Step] = [], _ steps: [Step]...,
    events: [ScrollEvent.Kind]? = nil, of watched: [ScrollEvent.Kind]? = nil
  ) {
    self.name = name
    self.steps = preparation + steps.flatMap { $0 }
    self.preparation = preparation.count
    self.events = events
    self.watched = watched.map { Set($0.map(\.rawValue)) }
  }

  var script: Script { Script(name, steps.map(\.call)) }
  var testDescription: String { name }

  /// Where the answers differ from what they should be.
  func complaints(about all: [Answer]) -> [String] {
    let answers = all.dropFirst(Script.clean.count)
    guard answers.count == steps.count else { return ["\(answers.count) answers"] }
    var complaints: [String] = []
    for (step, answer) in zip(steps, answers) {
      if let result = step.result, answer.result != result {
        complaints.append("\(step.call): \(answer.result) instead of \(result)")
      }
      for (place, value) in step.expected.sorted(by: { $0.key < $1.key }) {
        let got = place < answer.bits.count ? answer.values[place] : .infinity
        if !(abs(got - value) <= step.tolerance) {
          complaints.append("\(step.call), at \(place): \(got) instead of \(value)")
        }
      }
    }
    if let events {
      let got = happened(zip(steps, answers).dropFirst(preparation).map { ($0.call, $1) })
      if got != events.map({ Double($0.rawValue) }) {
        complaints.append("events \(got) instead of \(events.map(\.rawValue))")
      }
    }
    return complaints
  }

  private static let tellsEvents: Set<String> = [
    "touchDown", "touchMoved", "touchUp", "touchesCancelled", "tick", "advance", "setZoomScale",
    "zoomBy", "zoomTo", "setContentOffset", "scrollBy", "scrollRectToVisible", "scrollToTop",
    "goToPage",
  ]

  private func happened(_ answers: [(Call, Answer)]) -> [Double] {
    var kinds: [Double] = []
    let runs = [ScrollEvent.Kind.didScroll, .didZoom].map { Double($0.rawValue) }
    for (call, answer) in answers where Self.tellsEvents.contains(call.name) {
      for place in stride(from: 0, to: answer.bits.count, by: 4) {
        let kind = answer.values[place]
        if let watched, !watched.contains(UInt8(kind)) { continue }
        if kind != kinds.last || !runs.contains(kind) { kinds.append(kind) }
      }
    }
    return kinds
  }
}

extension GoldenVector.Step {
  static func does(_ name: String, _ arguments: Double...) -> Self {
    Self(call: Call(name, arguments))
  }

  /// A formula and all of its answer.
  static func gives(
    _ name: String, _ arguments: [Double], _ values: [Double], within tolerance: Double = 1e-6
  ) -> Self {
    Self(
      call: Call(name, arguments),
      expected: Dictionary(uniqueKeysWithValues: values.enumerated().map { ($0, $1) }),
      tolerance: tolerance, result: Double(values.count))
  }

  /// A call and some of its answer.
  static func shows(
    _ name: String, _ arguments: [Double], _ values: [Int: Double], within tolerance: Double = 1e-6
  ) -> Self {
    Self(call: Call(name, arguments), expected: values, tolerance: tolerance)
  }

  static func refuses(_ name: String, _ arguments: Double...) -> Self {
    Self(call: Call(name, arguments), result: -2)
  }

  static func open(
    _ width: Double, _ height: Double, in boundsWidth: Double, _ boundsHeight: Double,
    devicePixelRatio: Double = 1, pages: Double = 1
  ) -> Self {
    does("open", 0, width, height, boundsWidth, boundsHeight, devicePixelRatio, pages, 3, 0)
  }

  static func limits(_ minimum: Double, _ maximum: Double) -> Self {
    does("setLimits", 0, 0, minimum, maximum)
  }

  static func zoom(_ scale: Double) -> Self { does("setZoomScale", 0, scale, .nan, .nan, 0) }

  static func offset(_ x: Double, _ y: Double) -> Self { does("setContentOffset", 0, x, y, 0) }

  static func down(_ x: Double, _ y: Double, at time: Double, finger: Double = 1) -> Self {
    does("touchDown", 0, finger, x, y, time)
  }

  static func moved(_ x: Double, _ y: Double, at time: Double, finger: Double = 1) -> Self {
    does("touchMoved", 0, finger, x, y, time)
  }

  static func up(_ x: Double, _ y: Double, at time: Double, finger: Double = 1) -> Self {
    does("touchUp", 0, finger, x, y, time)
  }

  /// Sixty frames a second, for so many seconds.
  static func frames(_ seconds: Double) -> [Self] {
    (0..<Int(seconds * 60)).map { _ in does("tick", 0, 1.0 / 60) }
  }

  static func set(_ option: WasmOption, _ value: Double) -> Self {
    does("setOption", 0, Double(option.rawValue), value)
  }

  /// Some of the state.
  static func state(_ fields: [StateField: Double], within tolerance: Double = 1e-6) -> Self {
    let places = fields.map { (Int($0.key.rawValue), $0.value) }
    return shows("state", [0], Dictionary(uniqueKeysWithValues: places), within: tolerance)
  }

  static func zoomIs(_ scale: Double) -> Self { state([.zoomScale: scale]) }

  static func offsetIs(_ x: Double, _ y: Double, within tolerance: Double = 1e-6) -> Self {
    state([.offsetX: x, .offsetY: y], within: tolerance)
  }
}

import ViewportWasm

/// The module's exports as the Swift functions that they are, by the names the module gives them.
enum NativeModule {
  struct Function: Sendable {
    let arity: Int
    let body: @Sendable ([Double]) -> Int32

    init(_ body: @escaping @Sendable () -> Int32) {
      self.arity = 0
      self.body = { _ in body() }
    }

    init(_ body: @escaping @Sendable (Double) -> Int32) {
      self.arity = 1
      self.body = { body($0[0]) }
    }

    init(_ body: @escaping @Sendable (Double, Double) -> Int32) {
      self.arity = 2
      self.body = { body($0[0], $0[1]) }
    }

    init(_ body: @escaping @Sendable (Double, Double, Double) -> Int32) {
      self.arity = 3
      self.body = { body($0[0], $0[1], $0[2]) }
    }

    init(_ body: @escaping @Sendable (Double, Double, Double, Double) -> Int32) {
      self.arity = 4
      self.body = { body($0[0], $0[1], $0[2], $0[3]) }
    }

    init(_ body: @escaping @Sendable (Double, Double, Double, Double, Double) -> Int32) {
      self.arity = 5
      self.body = { body($0[0], $0[1], $0[2], $0[3], $0[4]) }
    }

    init(_ body: @escaping @Sendable (Double, Double, Double, Double, Double, Double) -> Int32) {
      self.arity = 6
      self.body = { body($0[0], $0[1], $0[2], $0[3], $0[4], $0[5]) }
    }

    init(
      _ body:
        @escaping @Sendable (Double, Double, Double, Double, Double, Double, Double) -> Int32
    ) {
      self.arity = 7
      self.body = { body($0[0], $0[1], $0[2], $0[3], $0[4], $0[5], $0[6]) }
    }

    init(
      _ body:
        @escaping @Sendable (
          Double, Double, Double, Double, Double, Double, Double, Double, Double
        ) -> Int32
    ) {
      self.arity = 9
      self.body = { body($0[0], $0[1], $0[2], $0[3], $0[4], $0[5], $0[6], $0[7], $0[8]) }
    }

    init(
      _ body:
        @escaping @Sendable (
          Double, Double, Double, Double, Double, Double, Double, Double, Double, Double
        ) -> Int32
    ) {
      self.arity = 10
      self.body = { body($0[0], $0[1], $0[2], $0[3], $0[4], $0[5], $0[6], $0[7], $0[8], $0[9]) }
    }
  }

  /// All exports but `output`, whose answer is an address.
  static let functions: [String: Function] = [
    "interfaceVersion": Function(interfaceVersion),
    "slotCount": Function(slotCount),
    "open": Function(openAlbum),
    "close": Function(closeAlbum),
    "setOption": Function(setOption),
    "setInset": Function(setInset),
    "setLimits": Function(setLimits),
    "resize": Function(resize),
    "setPage": Function(setPage),
    "touchDown": Function(touchDown),
    "touchMoved": Function(touchMoved),
    "touchUp": Function(touchUp),
    "touchesCancelled": Function(touchesCancelled),
    "tick": Function(tick),
    "advance": Function(advance),
    "setZoomScale": Function(setZoomScale),
    "zoomBy": Function(zoomBy),
    "zoomTo": Function(zoomTo),
    "setContentOffset": Function(setContentOffset),
    "scrollBy": Function(scrollBy),
    "scrollRectToVisible": Function(scrollRectToVisible),
    "scrollToTop": Function(scrollToTop),
    "goToPage": Function(goToPage),
    "state": Function(state),
    "pageView": Function(pageView),
    "indicators": Function(indicators),
    "loupe": Function(loupe),
    "tiles": Function(tiles),
    "partTiles": Function(partTiles),
    "questionBegin": Function(questionBegin),
    "questionSet": Function(questionSet),
    "questionAnswer": Function(questionAnswer),
    "elementary": Function(elementary),
    "rubberBand": Function(rubberBand),
    "deceleration": Function(deceleration),
    "spring": Function(spring),
    "zoomRect": Function(zoomRect),
    "paging": Function(paging),
    "loupeOffset": Function(loupeOffset),
    "popover": Function(popover),
    "caption": Function(caption),
  ]

  struct WrongCall: Error {
    let call: Call
  }

  static func run(_ script: Script) throws -> [Answer] { try script.calls.map(answer) }

  static func answer(_ call: Call) throws -> Answer {
    guard let function = functions[call.name], function.arity == call.arguments.count else {
      throw WrongCall(call: call)
    }
    let result = function.body(call.arguments)
    let written = result > 0 ? Output.written().prefix(Int(result)).map(\.bitPattern) : []
    // The two that answer a number of their own write nothing.
    let isCount = call.name != "interfaceVersion" && call.name != "slotCount"
    return Answer(result: Double(result), bits: isCount ? written : [])
  }
}

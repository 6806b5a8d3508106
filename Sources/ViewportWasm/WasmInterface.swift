#if canImport(TileGeometry)
  import ScrollMotion
  import TileGeometry
  import TileViewport
#endif

// What a page sees of the viewport calculator.
//
// Every function takes doubles and answers how many doubles it has written to the output, from
// its start; below 0 it says why it did nothing. State lives in slots, one for each viewer on a
// page, in memory that never grows.

/// Why a call did nothing.
enum Refused {
  static let noSuchSlot: Int32 = -1
  static let badNumber: Int32 = -2
  static let tooMany: Int32 = -3
}

/// The version of the ``Layout``, so that a page can refuse a module it does not know.
@_expose(wasm, "interfaceVersion")
@_cdecl("pyramidion_interfaceVersion")
public func interfaceVersion() -> Int32 {
  #if canImport(TileGeometry)
    Layout.version
  #else
    // The build has worked it out and written it into a source of its own.
    layoutVersion
  #endif
}

/// The number of slots.
@_expose(wasm, "slotCount")
@_cdecl("pyramidion_slotCount")
public func slotCount() -> Int32 { Int32(Slots.count) }

/// The output's address in the module's memory: doubles.
@_expose(wasm, "output")
@_cdecl("pyramidion_output")
public func outputAddress() -> UInt {
  unsafe withUnsafePointer(to: &Output.values) { UInt(bitPattern: $0) }
}

/// Where answers are written.
package enum Output {
  /// Room for the longest list of tiles and its head, in rows: the compiler takes minutes over
  /// one array of that length, and none over an array of arrays.
  static let rowLength = 512
  static let capacity = 274 * rowLength

  nonisolated(unsafe) static var values = InlineArray<274, InlineArray<512, Double>>(
    repeating: InlineArray(repeating: 0))
  nonisolated(unsafe) static var count = 0

  static func begin() { unsafe count = 0 }

  @inline(never)
  static func put(_ value: Double) { store(value, count: 1) }

  /// A tile's ten doubles, with one look at the room left.
  static func put(_ tile: InlineArray<10, Double>) { store(tile, count: 10) }

  private static func store<Doubles>(_ doubles: Doubles, count added: Int) {
    guard unsafe count + added <= capacity else { return }
    let offset = unsafe count &* MemoryLayout<Double>.stride
    unsafe withUnsafeMutableBytes(of: &values) {
      unsafe $0.storeBytes(of: doubles, toByteOffset: offset, as: Doubles.self)
    }
    unsafe count += added
  }

  static func put(_ value: Int32) { put(Double(value)) }
  static func put(_ value: Bool) { put(value ? 1.0 : 0.0) }

  static func put(_ point: Point) {
    put(point.x)
    put(point.y)
  }

  static func put(_ size: Size) {
    put(size.width)
    put(size.height)
  }

  static func put(_ rect: Rect) {
    put(rect.origin)
    put(rect.size)
  }

  static func put(_ insets: EdgeInsets) {
    put(insets.top)
    put(insets.left)
    put(insets.bottom)
    put(insets.right)
  }

  static var end: Int32 { unsafe Int32(count) }

  /// What was written last; for whoever calls natively.
  package static func written() -> [Double] {
    (0..<(unsafe count)).map { unsafe values[$0 / rowLength][$0 % rowLength] }
  }
}

/// The viewers of a page.
enum Slots {
  static let count = 8

  nonisolated(unsafe) static var albums = InlineArray<8, Album>(repeating: nothing())
  nonisolated(unsafe) static var isOpen = InlineArray<8, Bool>(repeating: false)
  /// The events of the call under way.
  nonisolated(unsafe) static var log = EventLog()

  /// What lies in a slot before anything is opened there: a view of nothing.
  ///
  /// Optional albums, as constants, would be a quarter of the module.
  static func nothing() -> Album {
    let point = Size(width: 1, height: 1)
    return Album(viewport: Viewport(content: point, bounds: point))
  }

  /// Begins a call: where the slot's album lies, or nil when nothing is open there.
  ///
  /// Slots are static memory that never moves, so the address outlives this call; only here is it
  /// taken, which keeps the exports short.
  @inline(never)
  static func begin(_ slot: Double) -> UnsafeMutablePointer<Album>? {
    Output.begin()
    unsafe log.removeAll()
    guard let index = place(slot), unsafe isOpen[index] else { return nil }
    return unsafe withUnsafeMutablePointer(to: &albums[index]) { unsafe $0 }
  }

  static func place(_ slot: Double) -> Int? {
    guard let index = whole(slot), index >= 0, index < Int32(count) else { return nil }
    return Int(index)
  }

  @inline(never)
  static func open(_ index: Int, _ album: Album) {
    unsafe albums[index] = album
    unsafe isOpen[index] = true
  }

  static func close(_ slot: Double) {
    guard let index = place(slot) else { return }
    unsafe isOpen[index] = false
  }

  /// Ends a call that changed something: four doubles an event, kind, value, x and y.
  static func events() -> Int32 {
    for index in 0..<(unsafe log.count) {
      let event = unsafe log[index]
      Output.put(Double(event.kind.rawValue))
      Output.put(event.value)
      Output.put(event.point)
    }
    return Output.end
  }
}

/// A whole number that a page sent as a double.
func whole(_ value: Double) -> Int32? { Int32(exactly: value) }

/// A number that was given; a page sends NaN for one that was not.
func given(_ value: Double) -> Double? { value.isNaN ? nil : value }

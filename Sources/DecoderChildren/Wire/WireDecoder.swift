/// Makes a value of Swift of what stands at a place in a message.
struct WireDecoder: Decoder {
  private let place: WireCursor
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  init(_ place: WireCursor) { self.place = place }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(try Fields<Key>(place))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try List(place) }

  func singleValueContainer() -> any SingleValueDecodingContainer { Single(place: place) }
}

extension WireDecoder {
  private struct Fields<Key: CodingKey>: KeyedDecodingContainerProtocol {
    private var places: [(name: String, place: WireCursor)] = []
    let codingPath: [any CodingKey] = []

    init(_ place: WireCursor) throws {
      var place = place
      try place.pass(.fields)
      for _ in 0..<(try place.count()) {
        places.append((try place.text(), place))
        try place.skip()
      }
    }

    var allKeys: [Key] { places.compactMap { Key(stringValue: $0.name) } }

    private func place(_ name: String) -> WireCursor? { places.first { $0.name == name }?.place }

    private func decoder(_ name: String) throws -> WireDecoder {
      guard let place = place(name) else { throw WireCursor.Damage() }
      return WireDecoder(place)
    }

    func contains(_ key: Key) -> Bool { place(key.stringValue) != nil }

    func decodeNil(forKey key: Key) throws -> Bool {
      try decoder(key.stringValue).singleValueContainer().decodeNil()
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      try Value(from: decoder(key.stringValue))
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
      try decoder(key.stringValue).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      try decoder(key.stringValue).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { try decoder("super") }

    func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key.stringValue) }
  }

  private struct List: UnkeyedDecodingContainer {
    private var next: WireCursor
    private let length: Int
    private(set) var currentIndex = 0
    let codingPath: [any CodingKey] = []

    init(_ place: WireCursor) throws {
      next = place
      try next.pass(.list)
      length = try next.count()
    }

    var count: Int? { length }
    var isAtEnd: Bool { currentIndex >= length }

    /// Goes on behind the next item.
    private mutating func decoder() throws -> WireDecoder {
      guard !isAtEnd else { throw WireCursor.Damage() }
      defer { currentIndex += 1 }
      let decoder = WireDecoder(next)
      try next.skip()
      return decoder
    }

    mutating func decodeNil() throws -> Bool {
      guard !isAtEnd else { throw WireCursor.Damage() }
      guard Single(place: next).decodeNil() else { return false }
      _ = try decoder()
      return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
      try Value(from: decoder())
    }

    mutating func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
      try decoder().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
      try decoder().unkeyedContainer()
    }

    mutating func superDecoder() throws -> any Decoder { try decoder() }
  }

  private struct Single: SingleValueDecodingContainer {
    let place: WireCursor
    let codingPath: [any CodingKey] = []

    func decodeNil() -> Bool {
      var place = place
      return (try? place.kind()) == .nothing
    }

    func decode(_ type: Bool.Type) throws -> Bool {
      var place = place
      switch try place.kind() {
      case .no: return false
      case .yes: return true
      case .nothing, .integer, .unsigned, .number, .text, .list, .fields:
        throw WireCursor.Damage()
      }
    }

    func decode(_ type: String.Type) throws -> String {
      var place = place
      try place.pass(.text)
      return try place.text()
    }

    func decode(_ type: Double.Type) throws -> Double {
      var place = place
      try place.pass(.number)
      let value = Double(bitPattern: try place.word())
      // Whoever compares numbers relies on it.
      guard value.isFinite else { throw WireCursor.Damage() }
      return value
    }

    func decode(_ type: Float.Type) throws -> Float {
      let value = Float(try decode(Double.self))
      guard value.isFinite else { throw WireCursor.Damage() }
      return value
    }

    func decode<Value: FixedWidthInteger & Decodable>(_ type: Value.Type) throws -> Value {
      var place = place
      let value: Value?
      switch try place.kind() {
      case .integer: value = Value(exactly: Int64(bitPattern: try place.word()))
      case .unsigned: value = Value(exactly: try place.word())
      case .nothing, .no, .yes, .number, .text, .list, .fields: throw WireCursor.Damage()
      }
      guard let value else { throw WireCursor.Damage() }
      return value
    }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
      try Value(from: WireDecoder(place))
    }
  }
}

/// Puts a value of Swift into a message's node.
struct WireEncoder: Encoder {
  private let node: WireNode
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  init(_ node: WireNode) { self.node = node }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(Fields<Key>(node))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { List(node) }

  func singleValueContainer() -> any SingleValueEncodingContainer { Single(node: node) }
}

extension WireEncoder {
  private struct Fields<Key: CodingKey>: KeyedEncodingContainerProtocol {
    private let node: WireNode
    let codingPath: [any CodingKey] = []

    init(_ node: WireNode) {
      self.node = node
      node.content = .fields
    }

    private func encoder(_ name: String) -> WireEncoder { WireEncoder(node.append(name)) }

    func encodeNil(forKey key: Key) { _ = node.append(key.stringValue) }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
      try value.encode(to: encoder(key.stringValue))
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
      encoder(key.stringValue).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      encoder(key.stringValue).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { encoder("super") }

    func superEncoder(forKey key: Key) -> any Encoder { encoder(key.stringValue) }
  }

  private struct List: UnkeyedEncodingContainer {
    private let node: WireNode
    let codingPath: [any CodingKey] = []

    init(_ node: WireNode) {
      self.node = node
      node.content = .list
    }

    var count: Int { node.count }

    private func encoder() -> WireEncoder { WireEncoder(node.append()) }

    func encodeNil() { _ = node.append() }

    func encode<Value: Encodable>(_ value: Value) throws { try value.encode(to: encoder()) }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type
    ) -> KeyedEncodingContainer<Nested> {
      encoder().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder().unkeyedContainer() }

    func superEncoder() -> any Encoder { encoder() }
  }

  private struct Single: SingleValueEncodingContainer {
    let node: WireNode
    let codingPath: [any CodingKey] = []

    func encodeNil() { node.content = .nothing }

    func encode(_ value: Bool) { node.content = .truth(value) }

    func encode(_ value: String) { node.content = .text(value) }

    func encode(_ value: Double) { node.content = .number(value) }

    func encode(_ value: Float) { node.content = .number(Double(value)) }

    func encode<Value: FixedWidthInteger & Encodable>(_ value: Value) {
      node.content =
        Int64(exactly: value).map { .integer($0) } ?? .unsigned(UInt64(clamping: value))
    }

    func encode<Value: Encodable>(_ value: Value) throws {
      try value.encode(to: WireEncoder(node))
    }
  }
}

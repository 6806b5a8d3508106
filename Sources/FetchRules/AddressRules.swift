/// Which addresses may be spoken to: what lies inside of somebody's network is not asked in the name
/// of a stranger's link, whatever its name seemed to be.
package struct AddressRules: Sendable {
  /// Why an address is none of the internet's.
  package enum Kind: String, Sendable {
    case unspecified = "of nobody"
    case loopback = "of this machine"
    case network = "of a private network"
    case link = "of the next cable"
    case metadata = "of a cloud's metadata"
    case shared = "of a provider's own network"
    case group = "of a group"
    case reserved = "reserved"
    /// An address of the internet, where none is expected.
    case stranger = "of the internet"
  }

  /// Whether private networks may be spoken to, which an administrator has to allow.
  package let allowsPrivate: Bool

  package init(allowsPrivate: Bool) { self.allowsPrivate = allowsPrivate }

  /// Why an address may not be spoken to; nil where it may.
  ///
  /// A cloud's metadata hands out keys to whoever asks: nobody but who looks for keys is let there.
  package func refusal(of address: IPAddress) -> Kind? {
    let kind = Self.kind(of: address)
    switch kind {
    case .metadata, .group, .unspecified: return kind
    case nil, .stranger: return nil
    case .loopback, .network, .link, .shared, .reserved: return allowsPrivate ? nil : kind
    }
  }

  /// Whether who stands beside a container may be there, who gives out keys without a proof of who
  /// that is: this machine, and the addresses that the large provider has set aside for it.
  package static func isBesideContainer(_ address: IPAddress) -> Bool {
    switch address {
    case .four(0xA9FE_AA02), .four(0xA9FE_AA17): true
    case .six(0xFD00_0EC2_0000_0000_0000_0000_0000_0023): true
    case .four, .six: kind(of: address) == .loopback
    }
  }

  /// Whether what tells a machine of itself may be there: this machine, and the addresses at which the
  /// clouds have it.
  package static func isOfInstance(_ address: IPAddress) -> Bool {
    switch address {
    case .four(0xA9FE_A9FE): true
    case .six(0xFD00_0EC2_0000_0000_0000_0000_0000_0254): true
    case .four, .six: kind(of: address) == .loopback
    }
  }

  /// What an address is; nil for one of the internet (the IANA special-purpose address registries).
  package static func kind(of address: IPAddress) -> Kind? {
    switch address {
    case .four(let number): kind(number)
    case .six(let number): kind(number)
    }
  }

  private static func kind(_ number: UInt32) -> Kind? {
    if [0xA9FE_A9FE, 0xA9FE_AA02, 0xA9FE_AA17].contains(number) { return .metadata }
    return four.first { number >> $0.shift == $0.prefix >> $0.shift }?.kind
  }

  private static func kind(_ number: UInt128) -> Kind? {
    let last: UInt128 = number & 0xFFFF
    if number >> 16 == 0xFD00_0EC2 << 80, last == 0x254 || last == 0x23 { return .metadata }
    if number == 0 { return .unspecified }
    if number == 1 { return .loopback }
    // An address of the older kind in the clothes of a newer one: mapped, compatible, translated,
    // or inside of 6to4.
    let high = number >> 32
    if high == 0xFFFF || high == 0 || high == 0x0064_FF9B_0000_0000_0000_0000 {
      return kind(UInt32(truncatingIfNeeded: number))
    }
    if number >> 112 == 0x2002 { return kind(UInt32(truncatingIfNeeded: number >> 80)) }
    return six.first { number >> $0.shift == $0.prefix >> $0.shift }?.kind
  }

  private struct Block<Number: FixedWidthInteger & Sendable>: Sendable {
    let prefix: Number
    let shift: Number
    let kind: Kind

    init(_ prefix: Number, _ bits: Int, _ kind: Kind) {
      self.prefix = prefix
      shift = Number(Number.bitWidth - bits)
      self.kind = kind
    }
  }

  private static let four: [Block<UInt32>] = [
    Block(0x0000_0000, 32, .unspecified), Block(0x0000_0000, 8, .reserved),
    Block(0x0A00_0000, 8, .network), Block(0x6440_0000, 10, .shared),
    Block(0x7F00_0000, 8, .loopback), Block(0xA9FE_0000, 16, .link),
    Block(0xAC10_0000, 12, .network), Block(0xC000_0000, 24, .reserved),
    Block(0xC000_0200, 24, .reserved), Block(0xC058_6300, 24, .reserved),
    Block(0xC0A8_0000, 16, .network), Block(0xC612_0000, 15, .reserved),
    Block(0xC633_6400, 24, .reserved), Block(0xCB00_7100, 24, .reserved),
    Block(0xE000_0000, 4, .group), Block(0xF000_0000, 4, .reserved),
  ]

  private static let six: [Block<UInt128>] = [
    Block(0xFC00 << 112, 7, .network), Block(0xFE80 << 112, 10, .link),
    Block(0xFEC0 << 112, 10, .network), Block(0xFF00 << 112, 8, .group),
    // Teredo lies here too, and documentation.
    Block(0x2001 << 112, 23, .reserved), Block(0x2001_0DB8 << 96, 32, .reserved),
    Block(0x3FFF << 112, 20, .reserved),
    // All that is not of the one eighth that is handed out.
    Block(0x0000 << 112, 3, .reserved), Block(0x4000 << 112, 2, .reserved),
    Block(0x8000 << 112, 1, .reserved),
  ]
}

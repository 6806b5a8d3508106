import FetchRules

/// Which addresses a connection may lead to, once names have been looked up.
enum ConnectionRules: Sendable {
  /// The administrator has named the engine itself: any but those that hand out keys.
  case engine
  case web(AddressRules)
  /// Who gives out keys to a container, over a connection that anybody could listen to.
  case container
  /// What tells a machine of itself.
  case instance

  /// Why an address may not be spoken to; nil where it may.
  func refusal(of address: IPAddress) -> AddressRules.Kind? {
    switch self {
    case .engine: AddressRules.kind(of: address) == .metadata ? .metadata : nil
    case .web(let rules): rules.refusal(of: address)
    case .container:
      AddressRules.isBesideContainer(address) ? nil : AddressRules.kind(of: address) ?? .stranger
    case .instance:
      AddressRules.isOfInstance(address) ? nil : AddressRules.kind(of: address) ?? .stranger
    }
  }
}

import Glibc

/// How decoders are boxed here: what is wanted, and which of it this kernel gives.
package struct BoxPolicy: Codable, Equatable, Sendable {
  /// The fences that decoders are put behind; ``BoxLayers/user`` also where this program's own user
  /// is not root.
  package let layers: BoxLayers
  /// Whom decoders become; nil where they stay who this program is.
  package let user: BoxUser?
  /// Whom decoders run as.
  package let userName: String
  /// Nil without Landlock.
  package let landlockVersion: Int?
  /// Whether it was not even tried.
  package let isOff: Bool

  /// Where formats are decoded whose decoders nobody vouches for.
  package var isWhole: Bool { layers == .all }

  /// - Parameters:
  ///   - layers: the fences.
  ///   - user: whom decoders become; nil to stay who this is.
  ///   - userName: whom decoders run as.
  ///   - landlockVersion: nil without Landlock.
  ///   - isOff: whether it was not even tried.
  package init(
    layers: BoxLayers, user: BoxUser?, userName: String, landlockVersion: Int?,
    isOff: Bool = false
  ) {
    self.layers = layers
    self.user = user
    self.userName = userName
    self.landlockVersion = landlockVersion
    self.isOff = isOff
  }

  /// No box at all: what was never tried.
  package static var off: BoxPolicy {
    BoxPolicy(
      layers: [], user: nil, userName: BoxUser.own.name, landlockVersion: nil, isOff: true)
  }

  /// Tries what is wanted, in processes of their own; this one has no threads yet.
  ///
  /// - Parameter settings: what is wanted.
  /// - Returns: what is there.
  /// - Throws: that the user does not exist, and with ``SandboxMode/require`` what is missing.
  package static func found(_ settings: SandboxSettings) throws(SandboxProblem) -> BoxPolicy {
    guard settings.mode != .off else { return off }
    let user = try wanted(settings)
    var layers: BoxLayers = []
    var landlockVersion: Int?
    if case .works(let version) = BoxProbe.landlock() {
      layers.insert(.landlock)
      landlockVersion = version
    }
    if let architecture = CallArchitecture.own,
      case .works = BoxProbe.systemCalls(architecture)
    {
      layers.insert(.systemCalls)
    }
    let own = BoxUser.own
    var becomes: BoxUser?
    if let user {
      if case .works = BoxProbe.user(user) {
        layers.insert(.user)
        becomes = user
      }
    } else {
      layers.insert(.user)
    }
    let policy = BoxPolicy(
      layers: layers, user: becomes, userName: becomes?.name ?? own.name,
      landlockVersion: landlockVersion, isOff: false)
    if settings.mode == .require, !policy.isWhole {
      throw SandboxProblem(
        "the sandbox is not complete here: " + policy.missing.joined(separator: ", "))
    }
    return policy
  }

  /// Whom decoders are to become; nil where this process can become nobody else anyway.
  private static func wanted(_ settings: SandboxSettings) throws(SandboxProblem) -> BoxUser? {
    guard let name = settings.user else {
      guard geteuid() == 0 else { return nil }
      let nobody = BoxUser.nobody
      return BoxUser(named: nobody.name)
        ?? BoxUser(name: nobody.name, user: nobody.number, group: nobody.number)
    }
    guard let user = BoxUser(named: name) else {
      throw SandboxProblem("there is no user '\(name)' here", isOfTheUser: true)
    }
    guard user.user != 0 else {
      throw SandboxProblem(
        "\(name) may do everything, and decoders are to do little", isOfTheUser: true)
    }
    if geteuid() == 0 { return user }
    guard user.user == geteuid() else {
      throw SandboxProblem("only root can have decoders run as \(name)", isOfTheUser: true)
    }
    return nil
  }
}

/// The fences of a box that not every kernel or container has.
package struct BoxLayers: OptionSet, Codable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// No file by its name, no network by TCP, no signal to others.
  package static let landlock = BoxLayers(rawValue: 1)
  /// No system call but those of a short list.
  package static let systemCalls = BoxLayers(rawValue: 2)
  /// A user who owns nothing, without any capability.
  package static let user = BoxLayers(rawValue: 4)

  package static let all: BoxLayers = [.landlock, .systemCalls, .user]

  /// Each with the name that programs are told.
  package static let names: [(layer: BoxLayers, name: String)] = [
    (.landlock, "landlock"), (.systemCalls, "seccomp"), (.user, "user"),
  ]
}

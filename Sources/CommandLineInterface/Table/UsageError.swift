/// A command line that can't be carried out as typed: exit code 2, nothing was done.
package struct UsageError: Error, Equatable, Sendable {
  package let message: String
  /// The command whose help would tell more; nil before one was recognised.
  package let commandName: String?

  package init(_ message: String, command: Command? = nil) {
    self.message = message
    self.commandName = command?.name
  }
}

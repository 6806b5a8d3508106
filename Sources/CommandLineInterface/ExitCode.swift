/// How a run of the program ended, the same for every command.
package enum ExitCode: Int32, Sendable {
  case done = 0
  /// Some images failed; each was named with its reason.
  case someFailed = 1
  /// The command line can't be carried out as typed.
  case usage = 2
  /// Something around the program is missing or broken.
  case environment = 3
}

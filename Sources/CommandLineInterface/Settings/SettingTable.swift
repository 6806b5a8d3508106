import TileService

/// All settings of `serve`, some of which other commands share: flags, help, manual page,
/// completions, variables and the keys of the configuration file derive from this table.
package enum SettingTable {
  package static let all: [Setting] = [folder] + flagged
  /// All but ``folder``, which is typed without a flag.
  package static let flagged =
    images + elsewhere + clients + cutting + cuts + sandbox + answers + work + wire + logs

  package static func setting(key: String) -> Setting? { all.first { $0.key == key } }

  package static let folder = Setting.folder(
    "folder", \.folder, otherwise: "the current folder", in: "Images",
    "The folder of images that are served, or an address: s3://bucket/prefix, https://host/base/."
      + " What the file of a slide carries beside the slide, its"
      + " label, macro and thumbnail, is not.")

  package static let store = Setting.text(
    "store", .folder, \.store, otherwise: "$XDG_CACHE_HOME/pyramidion or ~/.cache/pyramidion",
    in: "Images",
    "Where pyramids lie, and are put: a folder, or s3://bucket/prefix for hosts that share one.")

  /// What a command is told besides its flags: all of it is for `serve`; others take what they
  /// have a flag for, and the folder where they look names up in it.
  static func settings(of command: Command) -> [Setting] {
    guard command.name != Command.serve.name else { return all }
    return all.filter { setting in
      // Its flag of that name is no setting.
      guard command.name != Command.manifest.name || setting.name != ManifestFlags.base.flag.name
      else { return false }
      let name = setting.name == folder.name ? InspectFlags.root.flag.name : setting.name
      return command.flag(named: name) != nil
    }
  }

  private static let images: [Setting] = [
    store,
    .choice(
      "pyramids", \.service.missingPyramids, in: "Images",
      "What becomes of an image without a pyramid: its first request has it cut, or it is refused"
        + " until somebody has pre-rendered it."),
  ]
}

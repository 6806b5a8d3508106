/// The flags that say how images are cut, the same for every command that cuts.
enum CuttingFlags {
  static let all = SettingTable.cuts.map(\.flag) + sandbox

  /// The flags that say how decoders are boxed, for commands that decode without cutting too.
  static let sandbox = SettingTable.sandbox.map(\.flag)

  /// Where the same may be said for several commands at once.
  static let config = TypedFlag.text(
    "config", .file, default: "none",
    "Read settings from this JSON5 file; config/pyramidion.json5 has them all.")

  /// Where what no flag says is taken from.
  static let sources =
    "What no flag says is taken from a variable (PYRAMIDION_STORE for --store), then from the "
    + "configuration file, as serve does it; both name one store and one way to cut for all "
    + "commands."

  /// Where else what is named may lie.
  static let addresses =
    "ADDRESS is what lies elsewhere, an image or a folder: s3://bucket/prefix, "
    + "https://host/map.jpg; 'pyramidion help cut' tells its options. It is read as far as it has "
    + "to be, and copied where it is cut."
}

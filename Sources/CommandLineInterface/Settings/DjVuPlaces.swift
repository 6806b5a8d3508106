import Glibc
import Posix
import Sources

/// Where DjVuLibre's programs lie: children run them, and nobody else does.
enum DjVuPlaces {
  /// Looks for the programs on `PATH`.
  ///
  /// - Returns: nil where they are not, or others may change them.
  static func found() -> DjVuPrograms? {
    guard let path = unsafe getenv("PATH") else { return nil }
    return unsafe String(cString: path).split(separator: ":").lazy
      .compactMap { programs(in: String($0)) }.first
  }

  /// The programs of one folder.
  ///
  /// - Parameter folder: which one.
  /// - Returns: nil where one of them is missing, or others may change it.
  static func programs(in folder: String) -> DjVuPrograms? {
    guard let drawing = program("ddjvu", in: folder), let telling = program("djvused", in: folder)
    else { return nil }
    return DjVuPrograms(drawing: drawing, telling: telling)
  }

  private static func program(_ name: String, in folder: String) -> String? {
    guard folder.hasPrefix("/"), let path = FilePath("\(folder)/\(name)"),
      let place = try? FileFolder.canonical(path),
      (try? FileOwnership.of(place))?.isChangedByNobodyElse == true,
      unsafe place.withCString({ unsafe access($0, X_OK) }) == 0
    else { return nil }
    return place.description
  }
}

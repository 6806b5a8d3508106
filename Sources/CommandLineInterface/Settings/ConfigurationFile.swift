import ByteText
import Posix
import S3Wire

/// A configuration file that has been read, not yet understood.
struct ConfigurationFile {
  let path: String
  let text: String

  /// Longer ones are something else, named by mistake.
  private static let longest = 1 << 20

  init(_ path: String, text: String) {
    self.path = path
    self.text = text
  }

  /// Reads a file whole.
  static func text(of path: String) throws -> String {
    guard let place = FilePath(path) else { throw EnvironmentError("--config is empty") }
    let bytes: [UInt8]
    do throws(FileError) {
      let file = try FileDescriptor.open(place, .reading)
      do throws(Errno) {
        bytes = try file.beginning(limit: longest + 1)
      } catch {
        throw FileError("read", place, error)
      }
    } catch {
      throw EnvironmentError("the configuration: \(error)")
    }
    guard bytes.count <= longest, let text = String(validating: bytes, as: UTF8.self) else {
      throw EnvironmentError("the configuration \(path) is not a text of at most 1 MiB in UTF-8")
    }
    return text
  }

  /// A path of the file; a relative one starts from the folder that the file lies in.
  fileprivate func resolved(_ written: String) -> String {
    guard !written.hasPrefix("/"), written != "-", !EngineAddress.isMeant(by: written),
      let slash = path.lastIndex(of: "/")
    else {
      return written
    }
    return path[...slash] + written
  }
}

extension ServeSettings {
  mutating func apply(_ file: ConfigurationFile, for command: Command) throws(UsageError) {
    do throws(JSON5Problem) {
      guard case .object(let members) = try JSON5Scanner.value(of: file.text) else {
        throw JSON5Problem(line: 1, detail: "settings stand between { and }")
      }
      for member in members { try apply(member, of: file) }
    } catch {
      throw UsageError("\(file.path):\(error.line): \(error.detail)", command: command)
    }
  }

  private mutating func apply(
    _ member: JSON5Member, of file: ConfigurationFile
  ) throws(JSON5Problem) {
    guard let setting = SettingTable.setting(key: member.key) else {
      let near = nearest(to: member.key, among: SettingTable.all.map(\.key))
      throw JSON5Problem(
        line: member.keyLine,
        detail: "'\(member.key)' is not a setting" + (near.map { "; did you mean '\($0)'?" } ?? ""))
    }
    // As if the line were not there.
    if member.value == .null { return }
    do throws(Setting.Unfit) {
      var value = try setting.value(of: member.value)
      if case .text(let path) = value, setting.shape == .folder || setting.shape == .file {
        value = .text(file.resolved(path))
      }
      setting.apply(value, &self)
      origins[setting.name] = "\(file.path):\(member.line): \(member.key)"
    } catch {
      throw JSON5Problem(line: member.line, detail: "\(member.key): \(error.reason)")
    }
  }
}

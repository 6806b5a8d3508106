import ByteText
package import S3Wire

/// A source that is mounted beside the folder: `scans=s3://bucket/prefix`.
package struct MountPlace: Hashable, Sendable {
  /// What its images' names begin with.
  package let name: String
  package let address: EngineAddress
  /// As it was given, options and all.
  let text: String

  private static let longestName = 64

  /// Why a text is no mount.
  struct Unfit: Error {
    let reason: String
  }

  /// - Parameter text: `NAME=ADDRESS`.
  /// - Throws: what is wrong with it.
  init(parsing text: String) throws(Unfit) {
    let name = text.prefix { $0 != "=" }
    let isName = name.utf8.allSatisfy {
      ASCII.isLetter($0) || ASCII.isDigit($0) || [0x2D, 0x2E, 0x5F].contains($0)
    }
    guard text.count > name.count, isName, (1...Self.longestName).contains(name.count),
      name.first != "."
    else {
      throw Unfit(
        reason: "a mount is NAME=ADDRESS, its name letters, digits, dots, dashes and underscores")
    }
    self.name = String(name)
    do throws(AddressProblem) {
      address = try EngineAddress(parsing: String(text.dropFirst(name.count + 1)))
    } catch {
      throw Unfit(reason: "\(error)")
    }
    self.text = text
  }
}

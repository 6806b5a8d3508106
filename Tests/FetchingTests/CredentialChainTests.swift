import Fetching
import Foundation
import S3Wire
import Testing

@Suite final class CredentialChainTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(
      at: folder.appending(path: ".aws"), withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func write(_ name: String, _ text: String) throws -> String {
    let place = folder.appending(path: name)
    try Data(text.utf8).write(to: place)
    return place.path
  }

  private func chain(_ variables: [String: String] = [:]) -> CredentialChain {
    CredentialChain(["HOME": folder.path].merging(variables) { $1 })
  }

  private static let pair = "aws_access_key_id = FILE\naws_secret_access_key = filesecret\n"

  @Test func `variables come before files`() throws {
    _ = try write(".aws/credentials", "[default]\n" + Self.pair)
    let found = try chain([
      "AWS_ACCESS_KEY_ID": "VARIABLE", "AWS_SECRET_ACCESS_KEY": "secret",
      "AWS_SESSION_TOKEN": "token", "AWS_REGION": "eu-2",
    ]).find(profile: nil)
    #expect(found.credentials.accessKey == "VARIABLE")
    #expect(found.credentials.sessionToken?.bytes == Array("token".utf8))
    #expect(found.region == "eu-2")
  }

  @Test func `a profile that an address names comes before variables`() throws {
    _ = try write(".aws/credentials", "[scans]\n" + Self.pair)
    _ = try write(".aws/config", "[profile scans]\nregion = eu-3\n")
    let found = try chain([
      "AWS_ACCESS_KEY_ID": "VARIABLE", "AWS_SECRET_ACCESS_KEY": "secret",
    ]).find(profile: "scans")
    #expect(found.credentials.accessKey == "FILE")
    #expect(found.region == "eu-3")
  }

  @Test func `files may lie elsewhere, and profiles have other names`() throws {
    let file = try write("mine", "[other]\n" + Self.pair)
    let found = try chain(["AWS_SHARED_CREDENTIALS_FILE": file, "AWS_PROFILE": "other"])
      .find(profile: nil)
    #expect(found.credentials.accessKey == "FILE")
    #expect(found.region == nil)
  }

  @Test func `what is missing is named, and no key told`() throws {
    for (variables, words) in [
      ([:], "profile 'default'"), (["AWS_ACCESS_KEY_ID": "MARKED"], "AWS_SECRET_ACCESS_KEY"),
      (["AWS_PROFILE": "nobody"], "profile 'nobody'"),
      (["AWS_SHARED_CREDENTIALS_FILE": folder.path], folder.path),
      (
        [
          "AWS_SHARED_CREDENTIALS_FILE": try write(
            "half", "[default]\naws_secret_access_key = MARKED\n")
        ], "line 1"
      ),
    ] as [([String: String], String)] {
      do {
        _ = try chain(variables).find(profile: nil)
        Issue.record("found")
      } catch {
        #expect("\(error)".contains(words))
        #expect(!"\(error)".contains("MARKED"))
      }
    }
  }
}

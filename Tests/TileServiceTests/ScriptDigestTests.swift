import Testing

@testable import TileService

@Suite struct ScriptDigestTests {
  /// As `openssl dgst -sha256 -binary | base64` has them.
  @Test(arguments: [
    ("", "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"),
    ("alert('Hello, world.');", "'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='"),
  ])
  func `a script is called by its digest in base64`(script: String, source: String) {
    #expect(ScriptDigest.source(of: Array(script.utf8)) == source)
  }
}

import FetchRules
import Fetching
import S3Wire
import Testing

@Suite struct FetchErrorTests {
  @Test func `nobody asks an address that is private, whatever its name`() throws {
    let address = try EngineAddress(parsing: "http://localhost:1/base/")
    let engine = try Engine(address, CredentialChain([:]))
    defer { engine.stop() }
    let wish = FetchWish(Array("a.tif".utf8), Expectation(range: 0..<5, limit: 5), .tile)
    do {
      _ = try engine.fetched(wish)
      Issue.record("answered")
    } catch {
      #expect(
        "\(error)"
          == "http://localhost:1/base/a.tif: nobody is asked there: localhost has an address "
          + "of this machine")
    }
  }

  @Test func `an engine without keys is not asked`() throws {
    let address = try EngineAddress(parsing: "s3://scans/p?endpoint=http://127.0.0.1:1")
    let engine = try Engine(address, CredentialChain([:]))
    defer { engine.stop() }
    do {
      _ = try engine.names(ListingPage(of: Array("p/".utf8), from: .beginning))
      Issue.record("answered")
    } catch {
      #expect("\(error)".hasPrefix("the list of s3://scans/p/: nobody is asked there: no keys: "))
    }
  }

  @Test func `who stops fails what is under way`() throws {
    let address = try EngineAddress(parsing: "s3://scans?endpoint=http://127.0.0.1:1")
    let engine = try Engine(address, CredentialChain([:]))
    engine.stop()
    #expect(throws: FetchError.self) {
      try engine.fetched(FetchWish([0x61], Expectation(range: nil, limit: 5), .tile))
    }
  }
}

import DecoderChildren
import Foundation
import Posix
import Sandbox
import Sources
import Testing

@testable import CutJobs

/// What a cut into a file of a given name says before any process reads the source.
@Suite struct SingleCutTests {
  private let place: StorePlace

  init() throws { place = try StorePlace() }

  /// No decoder may run here: a source that came as far would be refused for the lack of a box.
  private func refusal(of bytes: [UInt8], page: Int? = nil) throws -> String? {
    let source = try place.source("source")
    try Data(bytes).write(to: URL(filePath: "\(source)"))
    let request = SourceRequest(page: page, rules: CuttingRules(), limits: CutLimits())
    let target = place.sources.appending(try #require(FileName("out.tif")))
    do {
      _ = try SingleCut.run(source, request, by: Nursery(), threads: 1, to: target) { false }
      return nil
    } catch {
      let left = try FileFolder.names(in: place.sources)
      #expect(left == [FileName("source")])
      return "\(error)"
    }
  }

  @Test func `what is no image is refused before a process is made for it`() throws {
    #expect(try refusal(of: []) == "the file is empty")
    #expect(
      try refusal(of: Array("a letter".utf8)) == "not an image of a kind that can be cut")
    #expect(
      try refusal(of: Array("<svg width='1' height='1'/>".utf8))
        == "SVG files are not switched on (--allow-untrusted)")
    let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0]
    #expect(try refusal(of: jpeg, page: 2) == "there is no page 2: the file has 1")
    #expect(try refusal(of: jpeg) == "nobody has found out how decoders are boxed")
  }
}

import CutJobs
import CutSamples
import DecoderChildren
import HTTPWire
import Posix
import ServiceBench
import Testing

@testable import TileService

/// Images without a pyramid, with somebody who draws in place of cutting processes.
@Suite struct CutOnDemandTests {
  static let uncut = "/images/uncut.jpg"

  static func bench(
    _ child: DrawingChild, patience: Int = 60
  ) throws -> ServiceBench {
    try ServiceBench(AnswerCase.images, cutter: child) { $0.cutPatience = patience }
  }

  /// Waits until the child has been asked.
  static func waitForCut(_ child: DrawingChild) {
    while child.asked == 0 { Clock.sleep(milliseconds: 1) }
  }

  @Test func `all who ask for a new image share one cut`() throws {
    let child = DrawingChild(isOpen: false)
    let bench = try Self.bench(child)
    let askers = try [
      Self.uncut, "/iiif/3/uncut.jpg/info.json", "/iiif/2/uncut.jpg/info.json",
      "/dzi/uncut.jpg.dzi", "/zoomify/uncut.jpg/ImageProperties.xml", "/xyz/uncut.jpg.json",
      "\(Self.uncut)/viewport?bounds=300,200",
    ].map { try #require(bench.begin($0)) }
    Self.waitForCut(child)
    #expect(askers.allSatisfy { !$0.isAnswered })
    child.open()
    for asker in askers { #expect(asker.status == .ok) }
    // Who asks in the moment in which it ends has it looked for once more, and found.
    #expect(child.asked == 1 && bench.service.cuts.counts.finished >= 1)
    #expect(bench.begin(Self.uncut) == nil, "it is there from now on")
  }

  @Test func `who waits too long is told how far it is and when to come again`() throws {
    let child = DrawingChild(isOpen: false)
    let bench = try Self.bench(child, patience: 0)
    func ask() throws -> BenchAnswer { try #require(bench.get(Self.uncut)) }
    _ = try ask()
    Self.waitForCut(child)
    let answer = try ask()
    #expect(answer.status == 503 && answer["Retry-After"] == "5")
    #expect(answer["Cache-Control"] == "no-store")
    #expect(answer["Access-Control-Allow-Origin"] == "*")
    #expect(answer["Content-Type"] == "application/json")
    #expect(
      answer.text.replacing(/"bytes":[1-9][0-9]+/, with: "\"bytes\":N") == """
        {"error":{"status":503,"reason":"Service Unavailable","detail":"the image is being \
        prepared; ask again in 5 seconds"},"progress":{"state":"cutting","share":0.5,"waiting":0,\
        "bytes":N,"width":1,"height":1,"retryAfter":5}}

        """)
    // Images that are there are served meanwhile.
    #expect(bench.get("/images/color.tif/tiles/0/0_0.jpg")?.status == 200)
    child.open()
    while bench.service.cuts.counts.finished == 0 { Clock.sleep(milliseconds: 1) }
    #expect(try ask().status == 200)
  }

  @Test func `who says how long they wait is told then how far it is`() throws {
    let child = DrawingChild(isOpen: false)
    let bench = try Self.bench(child, patience: 600)
    func ask(_ query: String, _ path: String = Self.uncut) throws -> BenchAnswer {
      try #require(bench.get("\(path)?\(query)"))
    }
    _ = try ask("wait=0")
    Self.waitForCut(child)
    let answer = try ask("wait=0")
    #expect(answer.status == 503 && answer["Retry-After"] != nil)
    let progress = try #require(answer.text.firstRange(of: "\"progress\":{\"state\":\"cutting\""))
    #expect(try ask("wait=1").status == 503)
    // Who wants no errors gets none: it is accepted, and the same is told.
    let small = "/iiif/3/uncut.jpg/full/!256,256/0/default.jpg"
    let patient = try ask("missing=empty&wait=0", small)
    #expect(patient.status == 202)
    #expect(patient.text.hasSuffix(answer.text[progress.lowerBound...]))
    for bad in ["", "-1", "1.5", "soon", "3601", "00001", "1&wait=1"] {
      #expect(try ask("wait=\(bad)").status == 400, "\(bad)")
    }
    #expect(try ask("missing=empty&wait=soon", small).status == 204)
    child.open()
    while bench.service.cuts.counts.finished == 0 { Clock.sleep(milliseconds: 1) }
    #expect(try ask("missing=empty&wait=0").status == 200)
  }

  @Test(arguments: ["application/json", "text/html"])
  func `files that are no images are said to be none, and nobody is asked to cut them`(
    type: String
  ) throws {
    let folder = try ImageFolder()
    try folder.write("these are notes", as: "notes.jpg")
    try folder.write("", as: "empty.jpg")
    try folder.write("\u{49}\u{49}", as: "short.tif")
    try folder.write("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>", as: "a.svg")
    try folder.write("%PDF-1.4\n", as: "paper.pdf")
    let child = DrawingChild()
    let bench = try ServiceBench(folder.path, cutter: child)
    for name in ["notes.jpg", "empty.jpg", "short.tif", "a.svg", "paper.pdf"] {
      for path in [
        "/images/\(name)", "/iiif/2/\(name)/info.json", "/dzi/\(name).dzi", "/view/\(name)",
      ] {
        let answer = try #require(bench.get(path, "Accept: \(type),*/*;q=0.8"))
        #expect(answer.status == 415, "\(path)")
        #expect(answer["Content-Type"]?.hasPrefix(type) == true, "\(path)")
      }
    }
    #expect(child.asked == 0 && bench.service.cuts.counts.failed == 0)
  }

  @Test func `the next image has to wait for its turn`() throws {
    let folder = try ImageFolder()
    for name in ["a.jpg", "beside.jpg", "b.jpg"] {
      try folder.put(copyOf: "uncut.jpg", as: name)
    }
    let child = DrawingChild(isOpen: false)
    let bench = try ServiceBench(folder.path, cutter: child) { $0.cutPatience = 0 }
    // One is cut, and a second one beside it, since it is small.
    _ = bench.get("/images/a.jpg")
    _ = bench.get("/images/beside.jpg")
    while child.asked < 2 { Clock.sleep(milliseconds: 1) }
    let answer = try #require(bench.get("/iiif/3/b.jpg/info.json"))
    #expect(answer.status == 503 && answer.text.contains("\"state\":\"waiting\""))
    #expect(bench.service.cuts.counts == (2, 1, 0, 0))
    child.open()
    while bench.service.cuts.counts.finished < 3 { Clock.sleep(milliseconds: 1) }
    #expect(bench.get("/iiif/3/b.jpg/info.json")?.status == 200)
  }

  @Test func `who leaves does not end the cut`() throws {
    let child = DrawingChild(isOpen: false)
    let bench = try Self.bench(child)
    let leaver = try #require(bench.begin(Self.uncut))
    Self.waitForCut(child)
    leaver.leave()
    child.open()
    while bench.service.cuts.counts.finished == 0 { Clock.sleep(milliseconds: 1) }
    #expect(bench.get(Self.uncut)?.status == 200)
    #expect(!leaver.isAnswered && child.asked == 1)
  }

  @Test(
    arguments: [
      (CutFailure(.source, "it is torn"), 422), (CutFailure(.limit, "too large"), 422),
      (CutFailure(.died(signal: 11), "the decoder crashed"), 422),
      (CutFailure(.died(signal: 9), "the decoder was killed"), 503),
      (CutFailure(.interrupted, "interrupted"), 503),
      (CutFailure(.environment(.noSpace, at: .store), "No space left on device"), 507),
    ])
  func `a failure is told in words, and not tried again at once`(
    failure: CutFailure, status: Int
  ) throws {
    let child = DrawingChild(failure)
    let bench = try Self.bench(child)
    for path in [Self.uncut, "/iiif/3/uncut.jpg/full/max/0/default.jpg", "/dzi/uncut.jpg.dzi"] {
      let answer = try #require(bench.get(path))
      #expect(answer.status == status && answer["Cache-Control"] == "no-store", "\(path)")
      #expect(answer.text.contains("the image can't be cut: \(failure.words)"))
      // What is not the image's own fault may be tried again.
      #expect((answer["Retry-After"] != nil) == (status != 422))
    }
    #expect(child.asked == 1 && bench.service.cuts.counts.failed == 1)
  }

  @Test func `a repaired source is another, and is tried at once`() throws {
    let folder = try ImageFolder()
    try folder.put(copyOf: "uncut.jpg", as: "a.jpg")
    let child = DrawingChild(CutFailure(.source, "torn"))
    let bench = try ServiceBench(folder.path, cutter: child)
    #expect(bench.get("/images/a.jpg")?.status == 422)
    try folder.remove("a.jpg")
    try folder.put(copyOf: "color.tif", as: "a.jpg")
    #expect(bench.get("/images/a.jpg")?.status == 200)
    #expect(child.asked == 1)
  }

  @Test func `each page of a document is cut when it is asked for`() throws {
    let child = DrawingChild()
    let bench = try Self.bench(child)
    let folder = try #require(bench.get("/images/pages.tif"))
    #expect(folder.text.contains("\"type\":\"album\"") && child.asked == 0)
    #expect(bench.get("/images/pages.tif;2")?.status == 200)
    #expect(child.asked == 1)
    // To viewers that know no albums it is its first page.
    #expect(bench.get("/iiif/3/pages.tif/info.json")?.status == 200)
    #expect(child.asked == 2)
    #expect(bench.get("/images/pages.tif;3")?.status == 404)
  }
}

import ByteText
import Digests
import HTTPWire
import Packing
import Viewer

/// Serves the viewer's pages and files.
struct ViewerFiles: Sendable {
  private struct Prepared: Sendable {
    let identity: SharedBytes
    let gzip: SharedBytes
    let tag: EntityTag
    /// All but the tag.
    let fields: FieldBlock
    let text: [UInt8]
  }

  /// What pages may load: this host's files and what they make themselves, and nothing inline but a
  /// script that is known by its digest.
  private static let policy = """
    default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' blob: data:; \
    connect-src 'self'; style-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'
    """

  private let files: [String: Prepared]
  /// Pages that will show several images, with what that takes.
  private let albumPages: [String: Prepared]
  /// What such a page has in itself.
  private static let earlyScripts = ["viewer/hasten.js", "pages/early.js"]

  init() {
    files = Viewer.assets.mapValues { Self.prepared($0, $0.identity, $0.gzip) }
    let early = Self.earlyScripts.compactMap { Viewer.assets[$0] }.flatMap(\.identity)
    albumPages = Viewer.assets.filter { $0.key.hasSuffix(".html") }
      .mapValues { Self.albumPage($0, early: early) }
  }

  /// A page that runs the scripts for several images.
  ///
  /// - Parameters:
  ///   - page: as it lies among the files.
  ///   - early: a script that stands in the page itself, and runs before anything has come that the page
  ///     names. It names no path from the host's root, which a proxy may have put elsewhere.
  /// - Returns: the page, ready to be sent.
  private static func albumPage(_ page: ViewerAsset, early: [UInt8]) -> Prepared {
    var text = String(decoding: page.identity, as: UTF8.self)
      .replacing("=\"/viewer/bundles/", with: "=\"/viewer/bundles/album/")
    // Behind a style sheet it would wait for that.
    if let place = text.firstRange(of: "<link ") {
      let script = String(decoding: early, as: UTF8.self)
      text.insert(contentsOf: "<script>\(script)</script>\n", at: place.lowerBound)
    }
    let bytes = Array(text.utf8)
    return prepared(page, bytes, Gzip.packed(bytes) ?? bytes, running: early)
  }

  private static func prepared(
    _ asset: ViewerAsset, _ identity: [UInt8], _ gzip: [UInt8], running early: [UInt8] = []
  ) -> Prepared {
    var tag = EntityTag(isWeak: true)
    tag.append(hexadecimal: FNV1a.of(identity))
    var fields = FieldBlock()
    fields.add("Content-Type", asset.mediaType)
    fields.add("X-Content-Type-Options", "nosniff")
    fields.add("Cache-Control", "no-cache")
    fields.add("Vary", "Accept-Encoding")
    // The element is for other hosts' pages too.
    fields.add("Access-Control-Allow-Origin", "*")
    if asset.path.hasSuffix(".html") { addPolicies(to: &fields, running: early) }
    return Prepared(
      identity: SharedBytes(identity), gzip: SharedBytes(gzip), tag: tag, fields: fields,
      text: identity)
  }

  /// Sends a page.
  ///
  /// Pages name their files by their paths, so that images in folders, whose pages lie deeper, find
  /// them too.
  ///
  /// - Parameters:
  ///   - path: of the page among the viewer's files.
  ///   - isOfAlbum: whether it will show several images.
  ///   - prefix: the path that a proxy has put us below.
  ///   - request: whose conditions decide.
  ///   - response: gets the page.
  func sendPage(
    _ path: String, ofAlbum isOfAlbum: Bool, below prefix: String, _ request: borrowing Request,
    _ response: inout Response
  ) {
    let page = isOfAlbum ? albumPages[path] : files[path]
    guard !prefix.isEmpty, let page else { return send(page, request, &response) }
    response.fields.add(page.fields)
    response.provenance = .file
    response.body = .bytes(SharedBytes(Array(text(of: page, below: prefix).utf8)))
  }

  private func text(of page: Prepared?, below prefix: String) -> String {
    String(decoding: page?.text ?? [], as: UTF8.self)
      .replacing("=\"/", with: "=\"\(prefix)/")
  }

  /// - Parameters:
  ///   - fields: where they are added.
  ///   - early: the one script that may stand in the page itself.
  private static func addPolicies(to fields: inout FieldBlock, running early: [UInt8] = []) {
    let own = "script-src 'self'"
    let scripts = early.isEmpty ? own : "\(own) \(ScriptDigest.source(of: early))"
    fields.add("Content-Security-Policy", policy.replacing(own, with: scripts))
    fields.add("Referrer-Policy", "same-origin")
  }

  /// Puts the page that says why there is nothing to show, and what to do next, into a refusal.
  func apologise(
    _ heading: String, _ detail: String, _ advice: String, below prefix: String,
    in response: inout Response
  ) {
    var text = text(of: files["pages/error.html"], below: prefix)
    for (place, words) in [("{heading}", heading), ("{detail}", detail), ("{advice}", advice)] {
      var escaped: [UInt8] = []
      escaped.append(markup: words.utf8)
      text = text.replacing(place, with: String(decoding: escaped, as: UTF8.self))
    }
    Self.addPolicies(to: &response.fields)
    response.body = .bytes(SharedBytes(Array(text.utf8)))
  }

  func send(_ path: String, _ request: borrowing Request, _ response: inout Response) {
    send(files[path], request, &response)
  }

  private func send(
    _ file: Prepared?, _ request: borrowing Request, _ response: inout Response
  ) {
    guard let file else {
      return response.refuse(.notFound, "the viewer has no such file", for: request)
    }
    response.fields.add(file.fields)
    response.fields.add("ETag", file.tag)
    response.provenance = .file
    switch request.evaluate(Validators(tag: file.tag), now: 0) {
    case .proceed: break
    case .notModified:
      response.status = .notModified
      return
    case .failed:
      response.reset()
      response.refuse(
        .preconditionFailed, "the file is not the one the request names", for: request)
      return
    }
    let takesGzip =
      request.has(.acceptEncoding) && request.preference(forCoding: "gzip") > Preference.none
    if takesGzip { response.fields.add("Content-Encoding", "gzip") }
    response.body = .bytes(takesGzip ? file.gzip : file.identity)
  }
}

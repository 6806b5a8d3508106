import ByteText

extension Response {
  /// Turns this into an error with a body that says what was wrong: JSON, or HTML for who prefers
  /// that.
  ///
  /// - Parameters:
  ///   - status: the kind of error.
  ///   - detail: one sentence for the one who asked; never a path of this host.
  ///   - request: whose Accept decides.
  package mutating func fail(_ status: Status, _ detail: String, for request: borrowing Request) {
    self.status = status
    body = .empty
    fields.add("X-Content-Type-Options", "nosniff")
    fields.add("Cache-Control", "no-store")
    if request.prefersPage {
      fields.add("Content-Type", "text/html; charset=utf-8")
      body = .bytes(SharedBytes(Self.errorPage(status, detail)))
    } else {
      fields.add("Content-Type", "application/json")
      body = .bytes(SharedBytes(Self.errorObject(status, detail)))
    }
    fields.add("Vary", "Accept")
  }

  /// Errors are read by people too, on any screen and in the dark.
  private static let style: StaticString = """
    <meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">\
    <meta name="color-scheme" content="light dark"><style>body{max-width:34rem;margin:18vh auto;\
    padding:0 24px;font:17px/1.5 system-ui,sans-serif;text-align:center}</style>
    """

  private static func errorPage(_ status: Status, _ detail: String) -> [UInt8] {
    var page: [UInt8] = []
    page.append("<!doctype html><html lang=\"en\">")
    page.append(style)
    page.append("<title>")
    page.append(decimal: Int64(status.rawValue))
    page.append(ASCII.space)
    page.append(status.reason)
    page.append("</title><h1>")
    page.append(status.reason)
    page.append("</h1><p>")
    page.append(markup: detail.utf8)
    page.append("</p></html>\n")
    return page
  }

  /// `{"error": {"status", "reason", "detail"}}`.
  static func errorObject(_ status: Status, _ detail: String) -> [UInt8] {
    var object: [UInt8] = []
    object.append(json: .spaced) { json in
      json.object { json in
        json.key("error")
        json.object { json in
          json.key("status")
          json.integer(Int64(status.rawValue))
          json.key("reason")
          json.string { $0.append(status.reason) }
          json.key("detail")
          json.string(detail)
        }
      }
    }
    object.append(ASCII.lineFeed)
    return object
  }
}

extension Request {
  /// Whether a page for people is the answer that is wanted most.
  package var prefersPage: Bool {
    has(.accept)
      && preference(forType: "text", "html") > preference(forType: "application", "json")
  }
}

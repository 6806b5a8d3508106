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
    let json = request.preference(forType: "application", "json")
    let html = request.preference(forType: "text", "html")
    fields.add("X-Content-Type-Options", "nosniff")
    fields.add("Cache-Control", "no-store")
    if request.has(.accept), html > json {
      fields.add("Content-Type", "text/html; charset=utf-8")
      body = .bytes(SharedBytes(Self.errorPage(status, detail)))
    } else {
      fields.add("Content-Type", "application/json")
      body = .bytes(SharedBytes(Self.errorObject(status, detail)))
    }
    fields.add("Vary", "Accept")
  }

  private static func errorPage(_ status: Status, _ detail: String) -> [UInt8] {
    var page: [UInt8] = []
    page.append("<!doctype html><html lang=\"en\"><title>")
    page.append(decimal: Int64(status.rawValue))
    page.append(ASCII.space)
    page.append(status.reason)
    page.append("</title><h1>")
    page.append(status.reason)
    page.append("</h1><p>")
    for byte in detail.utf8 {
      switch byte {
      case 0x26: page.append("&amp;")
      case 0x3C: page.append("&lt;")
      case 0x3E: page.append("&gt;")
      default: page.append(byte)
      }
    }
    page.append("</p></html>\n")
    return page
  }

  /// `{"error": {"status", "reason", "detail"}}`.
  static func errorObject(_ status: Status, _ detail: String) -> [UInt8] {
    var object: [UInt8] = []
    object.append("{\"error\": {\"status\": ")
    object.append(decimal: Int64(status.rawValue))
    object.append(", \"reason\": \"")
    object.append(status.reason)
    object.append("\", \"detail\": ")
    object.append(json: detail.utf8)
    object.append("}}\n")
    return object
  }
}

extension [UInt8] {
  /// Appends bytes as a JSON string, quotes included.
  ///
  /// Bytes beyond ASCII that are not valid UTF-8 are the caller's to keep out.
  package mutating func append(json text: some Sequence<UInt8>) {
    append(ASCII.quote)
    for byte in text {
      switch byte {
      case ASCII.quote, ASCII.backslash:
        append(ASCII.backslash)
        append(byte)
      case 0..<ASCII.space, ASCII.delete:
        append("\\u")
        append(hexadecimal: UInt64(byte), digits: 4)
      default: append(byte)
      }
    }
    append(ASCII.quote)
  }
}

import FetchRules
import S3Wire

extension EngineAddress {
  /// Which addresses its connections may lead to: those of the web to the internet alone, unless its
  /// administrator allows more, or has written such an address himself.
  var rules: ConnectionRules {
    switch self {
    case .bucket: return .engine
    case .web(let web):
      let host = web.origin.host.drop { $0 == "[" }.prefix { $0 != "]" }
      let literal = IPAddress(host)
      let isWritten = literal.map { AddressRules.kind(of: $0) != nil } ?? false
      return .web(AddressRules(allowsPrivate: web.allowsPrivate || isWritten))
    }
  }

  /// Where keys begin, which a folder's name has all of.
  var root: String {
    switch self {
    case .bucket(let bucket): "s3://\(bucket.bucket.text)/"
    case .web(let web): web.description
    }
  }

  var authorityFile: String? {
    switch self {
    case .bucket(let bucket): bucket.authorityFile
    case .web(let web): web.authorityFile
    }
  }

  /// Where else it may send us.
  var redirects: [WebOrigin] {
    switch self {
    case .bucket: []
    case .web(let web): web.redirects
    }
  }
}

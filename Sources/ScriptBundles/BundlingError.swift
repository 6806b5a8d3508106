/// Why no bundle is made of a script, in words for whoever builds.
///
/// What is understood only by halves would still run, and mean something else.
package struct BundlingError: Error, CustomStringConvertible, Equatable {
  package let description: String

  init(_ path: String, _ reason: String) { description = "\(path) can't be bundled: \(reason)" }
}

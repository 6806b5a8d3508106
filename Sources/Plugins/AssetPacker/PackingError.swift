/// What stopped the packing, in words for whoever builds.
struct PackingError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

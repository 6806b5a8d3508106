/// What an image is fitted into where no zoom is asked for.
package enum Fitting: Equatable, Sendable {
  /// The whole view.
  case bounds
  /// The part of the view that the insets leave free.
  case insets
  /// The same as our own page has it: in the middle, and what is tiny at whole device pixels.
  case page
}

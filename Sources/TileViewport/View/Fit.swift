/// The scales at which content just fits a frame, or just fills it.
package enum Fit {
  package static func aspectFit(_ content: Size, in frame: Size) -> Double {
    min(frame.width / content.width, frame.height / content.height)
  }

  package static func aspectFill(_ content: Size, in frame: Size) -> Double {
    max(frame.width / content.width, frame.height / content.height)
  }
}

import ImageRequest
import PyramidFormat

/// What answering came to.
enum Step {
  /// The response is filled in.
  case done
  /// A worker has to make the picture.
  case picture(PictureOrder, PictureReply)
  /// It must be looked for what is said of the picture; the response is to be begun again.
  case words
  /// A worker has to look at files.
  case book(IIIFVersion, PresentationRoute)
  /// Somebody has to wait for a tile of the image's file; the response is to be begun again.
  case fetch(FiledTile)
  /// A worker has to look for words.
  case reading(ReadingRoute)
}

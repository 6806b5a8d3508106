/// What answering came to.
enum Step {
  /// The response is filled in.
  case done
  /// A worker has to make the picture.
  case picture(PictureOrder, PictureReply)
}

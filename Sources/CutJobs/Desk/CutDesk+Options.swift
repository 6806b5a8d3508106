extension CutDesk {
  /// What administrators decide about it.
  package struct Options: Sendable {
    /// Whether pyramids that are missing are made.
    package var makesMissing: Bool
    /// Images that are cut at the same time, each by a child of its own; 0 where others cut them.
    package var simultaneous: Int
    /// How long one waits before being told to come back, in seconds.
    package var patience: Int
    /// How long a cut may make no progress.
    package var silence = Duration.seconds(20)
    /// How long one may show no progress where only small images are cut; it goes on among the others.
    package var smallLanePatience = Duration.seconds(5)

    package init(makesMissing: Bool, simultaneous: Int, patience: Int) {
      self.makesMissing = makesMissing
      self.simultaneous = simultaneous
      self.patience = patience
    }
  }
}

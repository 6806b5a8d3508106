package enum CutterPlaceholder {}

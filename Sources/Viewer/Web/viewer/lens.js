// The loupe for whoever wants it: few visits do, so it is loaded then, and comes where it is still
// wanted.

export class Lens {
  constructor(root) { this.root = root; }

  get isShown() { return this.loupe?.isShown ?? false; }

  /** Over a point of the view; without one, in the middle. */
  begin(viewer, point = null) {
    if (this.loupe) {
      if (point) this.loupe.begin(viewer, point); else this.loupe.toggle(viewer);
      return;
    }
    this.wanted = { viewer, point };
    this.loading ??= import('./loupe.js').then(({ Loupe }) => {
      this.loupe = new Loupe(this.root);
      if (this.wanted) this.begin(this.wanted.viewer, this.wanted.point);
    });
  }

  move(point) {
    if (this.wanted) this.wanted.point = point;
    this.loupe?.move(point);
  }

  /** Brings it without a finger, or takes it away. */
  toggle(viewer) {
    if (!this.loupe && this.wanted) this.wanted = null; else this.begin(viewer);
  }

  nudge(across, down) { return this.loupe?.nudge(across, down) ?? false; }

  end() {
    this.wanted = null;
    this.loupe?.end();
  }
}

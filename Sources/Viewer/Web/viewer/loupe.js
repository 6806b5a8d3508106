// A bubble that magnifies what is under the finger. It takes its picture once, when it appears: what
// the screen shows at first, and the same view with the detail it lacks as soon as that is here.
// Without a finger it comes in the middle, and arrow keys move it.

const diameter = 168;
const ratio = 2.5;
/** Between the finger and the bubble. */
const distance = 28;
/** Pixels that the finer picture may have. */
const finest = 4e6;
/** Points that an arrow key moves it. */
const step = 16;

const sheet = new CSSStyleSheet();
sheet.replaceSync(`
  .loupe { position: absolute; top: 0; left: 0; width: 168px; height: 168px; border-radius: 50%;
    border: 3px solid #fff; box-shadow: 0 6px 24px #0008; pointer-events: none; box-sizing: border-box; }
`);

export class Loupe {
  /** parent: where it lies, in the root whose look it adds to. */
  constructor(parent) {
    parent.getRootNode().adoptedStyleSheets.push(sheet);
    this.bubble = document.createElement('canvas');
    this.bubble.className = 'loupe';
    this.bubble.hidden = true;
    this.bubble.setAttribute('aria-hidden', 'true');
    parent.append(this.bubble);
  }

  get isShown() { return !this.bubble.hidden; }

  toggle(viewer) {
    if (this.isShown) return this.end();
    const { bounds } = viewer.state;
    this.begin(viewer, { x: bounds.width / 2, y: bounds.height / 2 });
    this.isByKey = true;
  }

  /** Moves it by an arrow key; answers whether it came without a finger. */
  nudge(across, down) {
    if (!this.isShown || !this.isByKey) return false;
    const { bounds } = this.viewer.state;
    this.move({
      x: Math.max(0, Math.min(bounds.width, this.point.x + across * step)),
      y: Math.max(0, Math.min(bounds.height, this.point.y + down * step)),
    });
    return true;
  }

  /** Keeps what the viewer shows now, and appears over a view point. */
  begin(viewer, point) {
    this.end();
    this.isByKey = false;
    this.viewer = viewer;
    const { surface } = viewer;
    this.picture = document.createElement('canvas');
    this.picture.width = surface.width;
    this.picture.height = surface.height;
    this.picture.getContext('2d').drawImage(surface, 0, 0);
    this.bubble.width = this.bubble.height = Math.round(diameter * viewer.ratio);
    this.bubble.style.filter = surface.style.filter;
    this.bubble.hidden = false;
    this.move(point);
    this.sharpen();
  }

  /** The view once more, with as many pixels as the bubble can show of it. */
  async sharpen() {
    const { viewer } = this;
    const { image, visibleRect: view, place } = viewer;
    const shown = viewer.zoomScale * place.scale * viewer.ratio;
    const scale = Math.min(
      image?.levels[0].scale, shown * ratio, Math.sqrt(finest / Math.max(1, view.width * view.height)));
    if (!image || scale <= shown * 1.05) return;
    const [x, y] = [Math.floor(view.x), Math.floor(view.y)];
    const width = Math.min(image.width - x, Math.ceil(view.width));
    const height = Math.min(image.height - y, Math.ceil(view.height));
    const size = [width, height].map((side) => Math.max(1, Math.round(side * scale)));
    const path = image.links.iiif3.replace(/info\.json$/, `${[x, y, width, height].map((n) => n * image.levels[0].scale)}/${size}/0/default.jpg`);
    const abort = (this.abort = new AbortController());
    try {
      const response = await fetch(new URL(path, viewer.source), { signal: abort.signal });
      if (!response.ok) return;
      const bitmap = await createImageBitmap(await response.blob());
      if (this.abort !== abort) return bitmap.close();
      this.finer = { bitmap, ...viewer.onLeaf({ x, y, width, height }) };
      this.move(this.point);
    } catch {
      // What the screen shows, enlarged, stays.
    }
  }

  /** Shows what lies round a view point; the calculator says on which side there is room. */
  move(point) {
    if (!this.picture) return;
    this.point = { ...point };
    const { viewer, bubble } = this;
    const { bounds } = viewer.state;
    const context = bubble.getContext('2d');
    const side = bubble.width;
    const shown = side / ratio;
    context.fillStyle = '#000';
    context.fillRect(0, 0, side, side);
    context.imageSmoothingQuality = 'high';
    context.drawImage(
      this.picture, point.x * viewer.ratio - shown / 2, point.y * viewer.ratio - shown / 2, shown, shown, 0, 0, side, side);
    this.drawFiner(context, side);
    const popover = viewer.calculator.formula(
      'popover', point.x, point.y, diameter, diameter, bounds.width, bounds.height, distance);
    bubble.style.transform = `translate(${popover[0]}px, ${popover[1]}px)`;
  }

  drawFiner(context, side) {
    if (!this.finer) return;
    const { bitmap, x, y, width, height } = this.finer;
    const [left, top, across, down] = this.viewer.calculator.ask(
      'loupe', this.point.x, this.point.y, diameter, diameter, ratio).subarray(2);
    const factor = side / across;
    context.drawImage(
      bitmap, 0, 0, bitmap.width, bitmap.height, (x - left) * factor, (y - top) * side / down, width * factor, height * side / down);
  }

  end() {
    this.abort?.abort();
    this.abort = null;
    this.finer?.bitmap.close();
    this.finer = null;
    this.bubble.hidden = true;
    this.picture = null;
  }
}

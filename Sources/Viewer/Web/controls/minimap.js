// Where in the image we are: the whole of it, small, with the view as a frame; to be dragged.

/** Points: of the longer side as a rule, of the shorter at least, and that share of the window at most. */
const longest = () => (innerWidth < 640 ? 92 : 148);
const shortest = 24;
const most = 0.4;

/** Its size: in proportion, unless that would be a line or reach across the window. */
function sizeFor({ width, height }) {
  const [long, short] = [Math.max(width, height), Math.min(width, height)];
  const room = most * (width > height ? innerWidth : innerHeight);
  const scale = Math.max(longest() / long, Math.min(shortest / short, room / long));
  return [width, height].map((side) => Math.max(shortest, Math.round(side * scale)));
}

export class Minimap {
  constructor(viewer, canvas) {
    this.viewer = viewer;
    this.canvas = canvas;
    this.context = canvas.getContext('2d');
    for (const type of ['zoom', 'scroll', 'settled']) viewer.addEventListener(type, () => this.awake());
    for (const type of ['load', 'pagechange', 'settled']) viewer.addEventListener(type, () => this.open());
    viewer.addEventListener('turn', () => { if (this.image) this.size(); });
    canvas.addEventListener('pointerdown', (event) => {
      canvas.setPointerCapture(event.pointerId);
      this.go(event);
    });
    canvas.addEventListener('pointermove', (event) => { if (event.buttons) this.go(event); });
    this.open();
  }

  async open() {
    const { image } = this.viewer;
    if (!image || image === this.image) return;
    this.image = image;
    this.picture = null;
    this.size();
    // The coarsest level is one tile, which the viewer has loaded already: the cache has it.
    const level = image.levels.at(-1);
    const address = image.links.tiles.replace('{reduction}', level.reduction).replace('{column}', 0).replace('{row}', 0);
    try {
      const picture = await createImageBitmap(await (await fetch(new URL(address, this.viewer.source))).blob());
      if (this.image === image) this.picture = picture;
    } catch {
      return;
    }
    this.awake();
  }

  size() {
    const [width, height] = sizeFor(this.viewer.orientation.size(this.image));
    this.canvas.width = width * devicePixelRatio;
    this.canvas.height = height * devicePixelRatio;
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${height}px`;
    this.awake();
  }

  awake() {
    this.pending ||= requestAnimationFrame(() => { this.pending = 0; this.draw(); });
  }

  draw() {
    const { viewer, context, canvas, image } = this;
    canvas.hidden = !this.picture || viewer.isAtFit;
    if (canvas.hidden) return;
    const view = viewer.visibleRect;
    const { width, height } = viewer.orientation.size(canvas);
    const across = width / image.width;
    const down = height / image.height;
    context.setTransform(...viewer.orientation.matrix(canvas.width, canvas.height));
    context.imageSmoothingQuality = 'high';
    context.drawImage(this.picture, 0, 0, width, height);
    context.fillStyle = '#0009';
    context.beginPath();
    context.rect(0, 0, width, height);
    const frame = [view.x * across, view.y * down, Math.max(3, view.width * across), Math.max(3, view.height * down)];
    context.rect(...frame);
    context.fill('evenodd');
    context.strokeStyle = '#fff';
    context.lineWidth = 1.5 * devicePixelRatio;
    context.strokeRect(...frame);
  }

  go(event) {
    const { viewer } = this;
    const box = this.canvas.getBoundingClientRect();
    const whole = viewer.orientation.size(box);
    const [left, top] = viewer.orientation.inside(event.clientX - box.left, event.clientY - box.top, box.width, box.height);
    const at = { x: left / whole.width * this.image.width, y: top / whole.height * this.image.height };
    const { x, y } = viewer.viewPoint(at);
    const { bounds } = viewer.state;
    viewer.scrollBy(x - bounds.width / 2, y - bounds.height / 2);
  }
}

// A bubble that magnifies what is under the finger; it takes its picture once, when it appears.

const diameter = 168;
const ratio = 2.5;
/** Between the finger and the bubble. */
const distance = 28;

export class Loupe {
  constructor(root) {
    this.bubble = document.createElement('canvas');
    this.bubble.className = 'loupe';
    this.bubble.hidden = true;
    this.bubble.setAttribute('aria-hidden', 'true');
    root.append(this.bubble);
  }

  get isShown() { return !this.bubble.hidden; }

  /** Keeps what the canvas shows now. */
  begin(canvas, pixelRatio) {
    this.picture = document.createElement('canvas');
    this.picture.width = canvas.width;
    this.picture.height = canvas.height;
    this.picture.getContext('2d').drawImage(canvas, 0, 0);
    this.ratio = pixelRatio;
    this.bubble.width = this.bubble.height = Math.round(diameter * pixelRatio);
    this.bubble.hidden = false;
  }

  /** Shows what lies round a view point, above the finger or wherever there is room. */
  move(point, bounds) {
    if (!this.picture) return;
    const context = this.bubble.getContext('2d');
    const side = this.bubble.width;
    const shown = side / ratio;
    context.fillStyle = '#000';
    context.fillRect(0, 0, side, side);
    context.imageSmoothingQuality = 'high';
    context.drawImage(
      this.picture, point.x * this.ratio - shown / 2, point.y * this.ratio - shown / 2, shown, shown,
      0, 0, side, side);
    const above = point.y - distance - diameter;
    const below = point.y + distance;
    const top = above >= 0 ? above : Math.min(below, bounds.height - diameter);
    const left = Math.max(0, Math.min(bounds.width - diameter, point.x - diameter / 2));
    this.bubble.style.transform = `translate(${left}px, ${Math.max(0, top)}px)`;
  }

  end() {
    this.bubble.hidden = true;
    this.picture = null;
  }
}

// Scroll indicators: there while something moves, fading when it has come to rest.

const patience = 900;

export class Indicators {
  constructor(root) {
    this.thumbs = ['horizontal', 'vertical'].map((name) => {
      const thumb = document.createElement('div');
      thumb.className = `indicator ${name}`;
      thumb.setAttribute('aria-hidden', 'true');
      root.append(thumb);
      return thumb;
    });
  }

  update(calculator, inset) {
    const i = calculator.ask('indicators', inset.top, inset.left, inset.bottom, inset.right);
    if (!i) return;
    const [horizontal, vertical] = this.thumbs;
    this.place(horizontal, i[5], `translate(${i[0] + i[4]}px, ${i[1] + i[3] - 6}px)`, 'width');
    this.place(vertical, i[7], `translate(${i[0] + i[2] - 6}px, ${i[1] + i[6]}px)`, 'height');
  }

  place(thumb, length, transform, side) {
    thumb.hidden = length <= 0;
    thumb.style.transform = transform;
    thumb.style[side] = `${length}px`;
  }

  show() {
    clearTimeout(this.timer);
    for (const thumb of this.thumbs) thumb.classList.add('shown');
    this.timer = setTimeout(() => {
      for (const thumb of this.thumbs) thumb.classList.remove('shown');
    }, patience);
  }
}

// A few words that go by themselves; whoever says them need have no other tool at hand.

const sheet = new CSSStyleSheet();
sheet.replaceSync(`
  .toast { position: fixed; inset: auto auto 84px 50%; border: 0; transform: translateX(-50%); margin: 0; padding: 9px 18px;
    border-radius: 99px; background: var(--ink); color: var(--ground); }
  @media (forced-colors: active) { .toast { border: 1px solid CanvasText; } }
`);
document.adoptedStyleSheets.push(sheet);

let timer;

/** A word that goes away by itself. */
export function toast(text) {
  const place = document.getElementById('toast');
  if (!place) return;
  place.textContent = text;
  place.hidden = false;
  // Above a dialog, which lies over everything else.
  place.hidePopover?.();
  place.showPopover?.();
  clearTimeout(timer);
  timer = setTimeout(() => { place.hidden = true; }, 2600);
}

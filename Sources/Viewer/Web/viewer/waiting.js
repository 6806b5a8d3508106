// What is said and seen while an image is being cut, and said where there is none.

import { bytesInWords } from './bytes.js';
import { inset } from './settings.js';

const sheet = new CSSStyleSheet();
sheet.replaceSync(`
  .message progress { width: min(16rem, 60vw); height: 4px; margin-top: .9rem; appearance: none; border: 0; border-radius: 2px; overflow: hidden;
    background: #8884; accent-color: var(--viewer-focus, Highlight); }
  .message progress::-webkit-progress-bar { background: none; }
  .message progress::-webkit-progress-value { background: currentColor; border-radius: 2px; transition: width .6s; }
  .message progress::-moz-progress-bar { background: currentColor; }
  .early { position: absolute; inset: 0; width: 100%; height: 100%; box-sizing: border-box; object-fit: contain; }
  .message.over { inset: auto 0 84px; margin: auto; width: fit-content; max-width: 90%; padding: .8rem 1.5rem 1rem; gap: 0; border-radius: 18px; background: #000b; color: #fff;
    backdrop-filter: blur(12px); font-size: .85rem; }
  .message.over strong { margin-bottom: -1.1rem; font-size: 1rem; } .message.over progress { width: 100%; margin-top: .6rem; }
`);

/** What is told of an image that waits: words, how much of it is done, and what shows what there is to see of it. */
export function preparing(name, { share, bytes, waiting, width, height, preview }) {
  const pixels = width && `${width.toLocaleString('en')} × ${height.toLocaleString('en')} pixels`;
  const size = [pixels, bytes && bytesInWords(bytes)].filter(Boolean).join(', ');
  const far = share ? ` ${Math.round(share * 100)} %` : waiting ? ` after ${waiting} others` : '';
  return [`${name}${size && `\n${size}`}\nThe image is being prepared …${far}`, share ?? 0, (viewer) => show(viewer, name, preview)];
}

/** What each viewer has last said that it waits for. */
const readOut = new WeakMap();

/** Puts a picture of what is being cut where that will be, under what is said of it. */
function show(viewer, name, preview) {
  const { shadowRoot, stage, message } = viewer;
  if (!shadowRoot.adoptedStyleSheets.includes(sheet)) shadowRoot.adoptedStyleSheets.push(sheet);
  if (preview) {
    if (!viewer.early) stage.prepend(viewer.early = Object.assign(document.createElement('img'), { className: 'early', alt: '' }));
    // Asked for once, where it is not all there in its address.
    const { href } = new URL(preview, viewer.source);
    if (viewer.early.src !== href) viewer.early.src = href;
    const { top, left, bottom, right } = inset(viewer);
    viewer.early.style.padding = `${top}px ${right}px ${bottom}px ${left}px`;
  } else {
    viewer.dropEarly();
  }
  message.classList.toggle('over', !!viewer.early);
  // That something is waited for is read out once, and not again with every percent.
  message.ariaLive = readOut.get(viewer) === name ? 'off' : 'polite';
  readOut.set(viewer, name);
}

/** Why an answer holds no image, for people. */
export function reason({ status, statusText, ok }, error) {
  const isUncut = status === 404 && /no pyramid/.test(error?.detail);
  const sentence = ok ? 'The server’s answer can’t be read.'
    : isUncut ? 'This image is not prepared yet.\nThis server shows only what has been prepared for it: ask whoever runs it.'
      : status === 404 ? 'There is no image at this address. It may have been moved or renamed.'
        : /needs a password/.test(error?.detail) ? 'This file is locked: it needs a password.\nThere is no way to give one here. A copy without a password can be shown.'
        : status >= 500 ? 'The server could not make this image ready. The image itself may be sound: try again later.'
          : 'This image can’t be shown. Its file may be damaged, or of a kind that is not served here.';
  return status === 404 ? sentence : `${sentence}\n(${error?.detail ?? (statusText || status)})`;
}

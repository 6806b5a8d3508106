// The element's own look; a constructed sheet needs no inline style on anybody's page.

export const sheet = new CSSStyleSheet();
sheet.replaceSync(`
  :host { display: block; position: relative; overflow: hidden; contain: strict; min-height: 120px;
    background: var(--viewer-background, Canvas); outline: none; user-select: none;
    -webkit-user-select: none; -webkit-touch-callout: none; }
  :host(:focus-visible:not(.pointed))::after { content: ''; position: absolute; inset: 0; pointer-events: none;
    border: 3px solid var(--viewer-focus, Highlight); }
  .stage { position: absolute; top: 0; left: 0; width: 100%; height: 100%; transform-origin: 0 0; }
  canvas.surface { position: absolute; inset: 0; width: 100%; height: 100%; display: block;
    touch-action: none; cursor: var(--viewer-cursor, grab); object-fit: var(--viewer-fit, fill); }
  :host(.dragging) canvas.surface { cursor: grabbing; }
  .indicator { position: absolute; top: 0; left: 0; border-radius: 3px; background: #777;
    box-shadow: 0 0 0 1px #fff8; opacity: 0; transition: opacity .25s; pointer-events: none; }
  .indicator.horizontal { height: 4px; } .indicator.vertical { width: 4px; }
  .indicator.shown { opacity: .75; }
  .message { position: absolute; inset: 0; display: grid; place-content: center; justify-items: center; text-align: center; gap: .4rem;
    padding: 2rem; font: .95rem/1.5 system-ui, sans-serif; color: inherit; white-space: pre-line; text-wrap: balance; pointer-events: none; }
  .message > * { max-width: 36rem; }
  .message strong { font-size: 1.2rem; font-weight: 600; letter-spacing: -.01em; overflow-wrap: anywhere; }
  .live { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  [hidden] { display: none !important; }
  @media (prefers-reduced-motion: reduce) { .indicator { transition: none; } }
  @media (forced-colors: active) { .indicator { background: CanvasText; } }
`);

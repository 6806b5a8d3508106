// What can't be shown is no dead end: a link to all that can.

let link;

export function show(viewer, href) {
  if (!link) {
    link = Object.assign(document.createElement('a'), { className: 'primary way-out', href, textContent: 'All images' });
    viewer.after(link);
    viewer.addEventListener('load', () => { link.hidden = true; });
  }
  link.hidden = false;
}

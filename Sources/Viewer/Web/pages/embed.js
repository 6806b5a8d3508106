import '../viewer/pyramidion-viewer.js';
import { button } from '../controls/icons.js';
import '../controls/rare-icons.js';
import { pageControls, zoomControls } from '../controls/zoom-controls.js';
import { imageAddress } from './address.js';

const viewer = document.getElementById('viewer');
let scaleBar = false;
const { source, name } = imageAddress('/embed/');
document.title = name;
const zoomer = document.getElementById('zoomer');
zoomer.append(...zoomControls(viewer, zoomer).map((action) => button(...action)));
pageControls(viewer, document.getElementById('pager'));
// What tells how large it is, is a rarity.
for (const type of ['load', 'pagechange', 'settled']) {
  viewer.addEventListener(type, async () => {
    if (!viewer.image?.resolution || scaleBar) return;
    scaleBar = true;
    new (await import('../controls/scale-bar.js')).ScaleBar(viewer);
  });
}
viewer.setAttribute('src', source);

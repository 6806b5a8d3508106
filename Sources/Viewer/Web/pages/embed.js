import '../viewer/pyramidion-viewer.js';
import { button } from '../controls/icons.js';
import '../controls/rare-icons.js';
import { pageControls, zoomControls } from '../controls/zoom-controls.js';
import { imageAddress } from './address.js';

const viewer = document.getElementById('viewer');
const { source, name } = imageAddress('/embed/');
document.title = name;
const zoomer = document.getElementById('zoomer');
zoomer.append(...zoomControls(viewer, zoomer).map((action) => button(...action)));
pageControls(viewer, document.getElementById('pager'));
viewer.setAttribute('src', source);

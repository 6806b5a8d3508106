import '../viewer/pyramidion-viewer.js';
import { pageControls, zoomControls } from '../controls/zoom-controls.js';
import { imageAddress } from './address.js';

const viewer = document.getElementById('viewer');
const { source, name } = imageAddress('/embed/');
document.title = name;
zoomControls(viewer, document.getElementById('zoomer'));
pageControls(viewer, document.getElementById('pager'));
viewer.setAttribute('src', source);

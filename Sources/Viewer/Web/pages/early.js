// Runs before all else on the page of a document: to draw what its address names takes longer than the viewer takes to come.

import { hasten } from '../viewer/hasten.js';
import { imageAddress } from './address.js';

const prefix = ['/view/', '/embed/'].find((each) => location.pathname.includes(each));
if (prefix) hasten(new URL(imageAddress(prefix).source, location), null, true);

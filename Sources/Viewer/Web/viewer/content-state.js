// IIIF content states: somebody else's words for a view of an image.

import { readFragment } from './deep-link.js';

/** A view in such words, as it goes into addresses: `service` is the image's IIIF address, `fragment` the view's. */
export function writeContentState(service, fragment) {
  const state = {
    '@context': 'http://iiif.io/api/presentation/3/context.json', type: 'Annotation', motivation: ['contentState'],
    target: {
      type: 'SpecificResource', source: { id: service, type: 'Image' },
      selector: { type: 'FragmentSelector', conformsTo: 'http://www.w3.org/TR/media-frags/', value: fragment.slice(1) },
    },
  };
  return btoa(encodeURIComponent(JSON.stringify(state))).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

/**
 * The fragment that an IIIF content state means: an annotation, its target or an address with a
 * fragment, as text or in URI-encoded base64url. Empty when it names no region of an image.
 */
export function contentStateFragment(text) {
  const targets = (value) => {
    if (typeof value === 'string') return [value];
    if (!value || typeof value !== 'object') return [];
    if (Array.isArray(value)) return value.flatMap(targets);
    const selector = typeof value.selector?.value === 'string' ? [`#${value.selector.value}`] : [];
    return [...selector, ...targets(value.target), ...targets(value.id)];
  };
  let state = text.trim();
  try {
    const plain = /^[\w-]+$/.test(state)
      ? decodeURIComponent(new TextDecoder().decode(
        Uint8Array.from(atob(state.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0))))
      : state;
    state = /^[{["]/.test(plain) ? JSON.parse(plain) : plain;
  } catch {
    return '';
  }
  const found = targets(state).find((target) => readFragment(target.slice(target.indexOf('#'))).rect);
  return found ? found.slice(found.indexOf('#')) : '';
}

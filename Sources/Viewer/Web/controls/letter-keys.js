// Letters are keys unless somebody who speaks to the computer has switched them off.

const place = 'pyramidion.letter-keys';

export function hasLetterKeys() {
  try {
    return localStorage.getItem(place) !== 'off';
  } catch {
    return true;
  }
}

/** Answers whether the choice could be kept. */
export function setLetterKeys(areKeys) {
  try {
    localStorage.setItem(place, areKeys ? 'on' : 'off');
    return true;
  } catch {
    return false;
  }
}

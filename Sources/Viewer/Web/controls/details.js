// What a picture says of itself, as rows of its caption: names, and texts or addresses.

import { lengthInWords } from './lengths.js';

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

export function detailRows({ title, description, creator, date, camera, attribution, rights, resolution }) {
  const rows = {
    Title: title, Description: description, By: creator, Date: date && dateInWords(date), Camera: camera && cameraInWords(camera),
    Rights: attribution === rights ? null : attribution, License: rights && licenseLink(rights),
    Scale: resolution && `${lengthInWords(1 / resolution.pixelsPerMeter)} a pixel`,
  };
  return Object.entries(rows).filter(([, text]) => text);
}

/** As finely as it is known: a year, a month, a day, or a minute. */
export function dateInWords(date) {
  const [, year, month, day, hour, minute] = /^(-?\d{1,6})(?:-(\d\d))?(?:-(\d\d))?(?:T(\d\d):(\d\d))?/.exec(date) ?? [];
  if (!month) return date;
  const style = { year: 'numeric', month: 'long', timeZone: 'UTC', ...(day && { day: 'numeric' }) };
  const words = new Intl.DateTimeFormat('en', style).format(Date.UTC(year, month - 1, day ?? 1));
  return hour ? `${words}, ${hour}:${minute}` : words;
}

/** What it was taken with, and how. */
export function cameraInWords({ make, model, lens, exposureTime, fNumber, focalLength, sensitivity }) {
  const body = make && model && !model.startsWith(make) ? `${make} ${model}` : model ?? make;
  const exposure = exposureTime && (exposureTime < 0.3 ? `1/${Math.round(1 / exposureTime)} s` : `${number.format(exposureTime)} s`);
  const numbers = [focalLength && `${number.format(focalLength)} mm`, fNumber && `f/${number.format(fNumber)}`, exposure, sensitivity && `ISO ${sensitivity}`];
  return [body, lens, numbers.filter(Boolean).join(', ')].filter(Boolean).join('\n');
}

/** A link to a licence by its short name; what is no address of the web stays text. */
function licenseLink(address) {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!/^https?:$/.test(url?.protocol)) return address;
  const [, kind, name, version] = /^\/(licenses|publicdomain)\/([a-z-]+)\/?([\d.]*)/.exec(url.pathname) ?? [];
  const isCommons = /(^|\.)creativecommons\.org$/.test(url.hostname) && kind;
  const short = name === 'mark' ? 'Public domain' : name === 'zero' ? 'CC0' : `CC ${name?.toUpperCase()}`;
  const textContent = isCommons ? `${short} ${version}`.trim() : url.hostname.replace(/^www\./, '') + url.pathname.replace(/\/$/, '');
  return Object.assign(document.createElement('a'), { href: url.href, rel: 'license noopener', target: '_blank', textContent });
}

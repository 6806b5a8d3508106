// Lengths, as maps and microscopes tell them.

const steps = [5, 2, 1];
const units = [[1e3, 'km'], [1, 'm'], [1e-2, 'cm'], [1e-3, 'mm'], [1e-6, 'µm'], [1e-9, 'nm']];
/** What rounding has taken off a whole number is put back. */
const slack = 1 + 1e-9;

/** The longest of 1, 2, 5, 10, 20 … that is no longer than a length in meters. */
export function roundLength(meters) {
  const power = 10 ** Math.floor(Math.log10(meters * slack));
  return power * steps.find((step) => step * power <= meters * slack);
}

/** In the largest unit of which it is at least one. */
export function lengthInWords(meters) {
  const [unit, name] = units.find(([least]) => meters * slack >= least) ?? units.at(-1);
  return `${Number((meters / unit).toPrecision(3))} ${name}`;
}

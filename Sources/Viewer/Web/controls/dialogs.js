// Dialogs that hold the focus and give it back.

import { button } from './icons.js';
import './rare-icons.js';
import { toast } from './toast.js';

/** A modal dialog with a heading; `fill` puts its contents in. */
export function openDialog(heading, fill) {
  const dialog = document.createElement('dialog');
  const title = document.createElement('h2');
  title.id = `dialog-${heading.replace(/\W+/g, '-').toLowerCase()}`;
  title.textContent = heading;
  dialog.setAttribute('aria-labelledby', title.id);
  const close = button('close', 'Close', () => dialog.close(), 'Esc');
  close.classList.add('close');
  const body = document.createElement('div');
  dialog.append(title, close, body);
  fill(body, dialog);
  document.body.append(dialog);
  const opener = document.activeElement;
  dialog.addEventListener('click', (event) => { if (event.target === dialog) dialog.close(); });
  // Not the dialog's own: the focus may be on nothing in particular.
  const escape = (event) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    dialog.close();
  };
  document.addEventListener('keydown', escape);
  dialog.addEventListener('close', () => {
    document.removeEventListener('keydown', escape);
    dialog.remove();
    opener?.focus?.();
  });
  dialog.showModal();
  // What one came for: but no keyboard that comes up over half of the screen.
  const field = body.querySelector('input[type=text]');
  if (field && (field.readOnly || !matchMedia('(pointer: coarse)').matches)) field.focus();
  return dialog;
}

export function element(tag, fields = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(fields)) {
    if (name in made && name !== 'list') made[name] = value; else made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

export async function copy(text, word) {
  try {
    await navigator.clipboard.writeText(text);
    toast(`${word} copied`);
  } catch {
    toast('The browser did not let us copy. Select the text and copy it by hand.');
  }
}

/** A text that is there to be copied. */
export function copyable(label, text) {
  const field = element('input', { type: 'text', readOnly: true, value: text });
  field.addEventListener('focus', () => field.select());
  const take = element('button', { type: 'button', textContent: 'Copy' });
  take.addEventListener('click', () => copy(text, label));
  return element('label', { className: 'copyable' }, element('span', { textContent: label }), field, take);
}

export function save(name, type, text) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = element('a', { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

// Reads the multipart answer of viewport/tiles while it comes.

const decoder = new TextDecoder();

/** Yields {location, type, bytes} for each part of a response. */
export async function* parts(response) {
  const boundary = /boundary=([^;]+)/.exec(response.headers.get('content-type'))?.[1];
  if (!boundary) throw new Error('the answer has no parts');
  const reader = response.body.getReader();
  let held = new Uint8Array(0);
  let isOver = false;

  async function more() {
    const { value, done } = await reader.read();
    if (done) { isOver = true; return; }
    const joined = new Uint8Array(held.length + value.length);
    joined.set(held);
    joined.set(value, held.length);
    held = joined;
  }

  function headEnd() {
    for (let i = 0; i + 3 < held.length; i++) {
      if (held[i] === 13 && held[i + 1] === 10 && held[i + 2] === 13 && held[i + 3] === 10) return i;
    }
    return -1;
  }

  try {
    for (;;) {
      let end = headEnd();
      while (end < 0 && !isOver) { await more(); end = headEnd(); }
      if (end < 0) return;
      const head = decoder.decode(held.subarray(0, end));
      const field = (name) => new RegExp(`^${name}: *(.*)$`, 'im').exec(head)?.[1].trim();
      const length = Number(field('content-length'));
      held = held.subarray(end + 4);
      while (held.length < length && !isOver) await more();
      if (held.length < length) throw new Error('the answer was cut short');
      yield { location: field('content-location'), type: field('content-type'), bytes: held.slice(0, length) };
      held = held.subarray(length);
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

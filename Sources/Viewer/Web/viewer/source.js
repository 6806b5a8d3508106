// What an address holds: the JSON of an image or album, waited for while the image is being cut.

const tries = 60;

/** Answers the JSON; throws a sentence for people. `say` is told what is being waited for. */
export async function describe(address, say) {
  for (let count = 0; ; count++) {
    const response = await fetch(address, { headers: { Accept: 'application/json' } });
    if (response.ok) return response.json();
    const { error, progress } = await response.json().catch(() => ({}));
    if (response.status !== 503 || count > tries) {
      throw new Error(response.status === 404
        ? 'There is no image at this address. It may have been moved or renamed.'
        : `This image can’t be shown. Its file may be damaged, or of a kind that is not served here.\n(${error?.detail ?? response.statusText})`);
    }
    const share = progress?.share ? ` ${Math.round(progress.share * 100)} %` : '';
    say(progress ? `The image is being prepared …${share}` : 'The server has much to do. Trying again …');
    const seconds = Number(response.headers.get('retry-after')) || 3;
    await new Promise((done) => { setTimeout(done, seconds * 1000); });
  }
}

// Stands in the page of a document behind what hastens, and runs before all else: to draw what its address names takes
// longer than the viewer takes to come.

{
  const [, root, name] = /^(.*?)\/(?:view|embed)\/(.*?)\/?$/.exec(location.pathname) ?? [];
  if (name) globalThis.pyramidionHasten(new URL(`${root}/images/${name}`, location), null, true);
}

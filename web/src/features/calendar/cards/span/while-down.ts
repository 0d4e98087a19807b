/** Aborted once the hand lets go: what a press loads may come only then. */
export const whileDown = (): AbortSignal => {
  const down = new AbortController();
  const over = () => down.abort();
  for (const type of ["pointerup", "pointercancel"]) window.addEventListener(type, over, { signal: down.signal });
  return down.signal;
};

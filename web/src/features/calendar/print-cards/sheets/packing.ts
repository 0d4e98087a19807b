/** Something that is never cut: how high it is, and whether it is no use at the foot of a page without what follows. */
export type Piece = { readonly height: number; readonly leads?: boolean };

/**
 * Which pieces stand on which page, by their places: in order, none cut, as many as a page has room for. One that is higher than a page has one for itself.
 * What leads goes with the next one. All in the same unit; `gap` lies between two on a page.
 */
export function packed(pieces: readonly Piece[], room: number, gap: number): number[][] {
  const pages: number[][] = [];
  let [page, used]: [number[], number] = [[], 0];
  const turn = () => {
    if (page.length > 0) pages.push(page);
    [page, used] = [[], 0];
  };
  for (let at = 0; at < pieces.length; at += 1) {
    const group = [at];
    while (pieces[at]?.leads && at + 1 < pieces.length) group.push(++at);
    const height = group.reduce((sum, one) => sum + (pieces[one]?.height ?? 0), gap * (group.length - 1));
    if (page.length > 0 && used + gap + height > room) turn();
    used += (page.length > 0 ? gap : 0) + height;
    page.push(...group);
  }
  turn();
  return pages;
}

const letters = [..."abcdefghijklmnopqrstuvwxyz"];
const shortest = 4;
const longest = 24;

/** A word as it may have been meant: with one letter too many, too few, another one, or two that changed places. Short words and numbers are meant as they are. */
export function meantBy(term: string): string[] {
  if (term.length < shortest || term.length > longest || /[\d@]/.test(term)) return [term];
  const found = new Set([term]);
  for (let at = 0; at <= term.length; at++) {
    const [before, here, rest] = [term.slice(0, at), term.slice(at, at + 1), term.slice(at + 1)];
    if (here) found.add(before + rest);
    if (rest) found.add(before + rest.charAt(0) + here + rest.slice(1));
    for (const letter of letters) {
      if (here) found.add(before + letter + rest);
      found.add(before + letter + here + rest);
    }
  }
  return [...found];
}

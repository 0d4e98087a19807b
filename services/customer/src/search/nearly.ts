const letters = [..."abcdefghijklmnopqrstuvwxyz"];
const shortest = 4;
const longest = 24;

const isAsMeant = (term: string): boolean => term.length < shortest || term.length > longest || /[\d@]/.test(term);

/** A word as it may have been meant: with one letter too many, too few, another one, or two that changed places. Short words and numbers are meant as they are. */
export function meantBy(term: string): string[] {
  if (isAsMeant(term)) return [term];
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

/** Whether a word is one of those that another may have meant; without writing them all down. */
export function isMeantBy(term: string, word: string): boolean {
  if (term === word) return true;
  if (isAsMeant(term)) return false;
  let at = 0;
  while (at < term.length && term[at] === word[at]) at++;
  const [left, other] = [term.slice(at), word.slice(at)];
  if (left.slice(1) === other) return true;
  if (left.length > 1 && left.charAt(1) + left.charAt(0) + left.slice(2) === other) return true;
  return /^[a-z]/.test(other) && (left === other.slice(1) || (left !== "" && left.slice(1) === other.slice(1)));
}

/** What a client can be found by, and what a search asks for. */

export const kinds = { name: 1, pet: 2, phone: 3, email: 4 } as const;
/** Added to the kind for a client who is inactive, so that a search ranks them last without looking at the client. */
export const idle = 10;
export type Token = { kind: number; token: string };

const marks = /\p{M}+/gu;
const strokes: Record<string, string> = { ø: "o", ł: "l", đ: "d", ð: "d", ı: "i", ß: "ss", æ: "ae", œ: "oe", þ: "th" };
/** Letters without accents, strokes and case, the rest as it is. */
export const plain = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(marks, "")
    .toLowerCase()
    .replace(/[øłđðıßæœþ]/g, (letter) => strokes[letter] ?? letter);

/** The words of a text: runs of letters and digits; an apostrophe inside a word does not split it. */
export function words(text: string): string[] {
  return plain(text)
    .replace(/['’`]/g, "")
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

const longest = 40;
const shortestEnding = 3;

/** Every ending of a number with at least three digits, so that any run of its digits begins one of them. */
function endings(digits: string): string[] {
  return Array.from({ length: Math.max(0, digits.length - shortestEnding + 1) }, (_, start) => digits.slice(start));
}

export type Searchable = {
  firstName: string;
  lastName: string;
  email: string;
  phoneNumber: string;
  phoneKey: string;
  /** Named after the pet: the pet's name finds such a client, the name itself says nothing. */
  ownerUnknown: boolean;
  inactive: boolean;
  petNames: readonly string[];
};

/** The tokens of one client, each once per kind. */
export function tokensOf(client: Searchable): Token[] {
  const found = new Map<string, Token>();
  const add = (kind: number, list: readonly string[]): void => {
    for (const word of list) {
      const token = word.slice(0, longest);
      found.set(`${kind}:${token}`, { kind: client.inactive ? kind + idle : kind, token });
    }
  };
  if (!client.ownerUnknown) add(kinds.name, [...words(client.firstName), ...words(client.lastName)]);
  for (const pet of client.petNames) add(kinds.pet, words(pet));
  const digits = client.phoneNumber.replaceAll("+", "");
  add(kinds.phone, [...endings(client.phoneKey), ...(digits !== client.phoneKey ? endings(digits) : [])]);
  const email = plain(client.email);
  if (email) add(kinds.email, [email, ...words(email.split("@")[0] ?? ""), email.split("@")[1] ?? ""].filter(Boolean));
  return [...found.values()];
}

/**
 * What was typed, as beginnings to look for, longest first: all must be found. A number written with spaces or brackets is one word,
 * an address with an @ too.
 */
export function termsOf(typed: string): string[] {
  const text = plain(typed).trim();
  const digits = text.replace(/\D/g, "");
  if (/^[\d\s()+.-]+$/.test(text) && digits.length >= shortestEnding) return [digits.slice(0, longest)];
  if (text.includes("@")) return [text.replace(/\s+/g, "").slice(0, longest)];
  return [...new Set(words(text).map((word) => word.slice(0, longest)))].sort((a, b) => b.length - a.length).slice(0, 6);
}

/** The first text after all that begin with a term, in the order of code points. */
export function after(term: string): string {
  return `${term}\u{10FFFF}`;
}

/** First letters of at most two names, for the round avatar. */
export const initials = (...names: (string | undefined)[]): string => {
  const words = names.join(" ").trim().split(/\s+/).filter(Boolean);
  const picked = words.length > 1 ? [words[0], words.at(-1)] : words;
  return picked.map((word) => [...(word ?? "")][0]?.toUpperCase() ?? "").join("");
};

export const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A text that begins small, as the catalogue of errors has them, as a sentence. */
export const sentence = (text: string): string => (/^\p{Ll}/u.test(text) ? capitalise(/[.!?…]$/.test(text) ? text : `${text}.`) : text);

export const plural = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`;

/** Names in a row, as one says them: "Ann, Ben, and Cleo". */
export const listed = (names: readonly string[]): string => new Intl.ListFormat("en-US", { type: "conjunction" }).format(names);

/** Characters that file systems refuse become underscores (core §5). */
export const safeFileName = (name: string): string => name.replace(/[<>:"/\\|?*]/g, "_");

/** Stable small number for a text: picks colours that stay the same everywhere. */
export const hash = (text: string): number => {
  let h = 2_166_136_261;
  for (const char of text) h = Math.imul(h ^ (char.codePointAt(0) ?? 0), 16_777_619);
  return h >>> 0;
};

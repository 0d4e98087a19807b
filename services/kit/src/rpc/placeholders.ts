import { fail } from "../errors.ts";

/** A placeholder as people write it: "{petName}". */
export const PLACEHOLDER = /\{[a-zA-Z]+\}/g;

/** Words are kept only where each of their placeholders stands for something: what stands for nothing would be read as it is written. */
export function mustKnowPlaceholders(field: string, words: string, isKnown: (name: string) => boolean): void {
  const strange = words.match(PLACEHOLDER)?.find((name) => !isKnown(name));
  if (strange) throw fail("PARAMS_INVALID", { field, reason: `there is no placeholder ${strange}` });
}

/** Whether words that a business wrote for a mail are HTML; asked of them before anything is filled in. */
export const looksLikeHtml = (words: string): boolean => /<(p|div|br|h[1-4]|ul|ol|table|a|b|strong|em|i|span|img)\b[^>]*>/i.test(words);

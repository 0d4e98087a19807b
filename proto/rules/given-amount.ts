const minus = /^\s*[-\u2212\u2013]\s*[\d.,½¼¾⅓⅔]/;
const some = /[1-9½¼¾⅓⅔]/;
const noneOf = /^\s*0+\s*\//;

/** What a pet is given is written as people say it, "1/2", "1 1/2", "2-3", "a pinch"; why it cannot be an amount: nothing of something, or less than that. */
export function whyNoAmount(amount: string): string | undefined {
  if (minus.test(amount)) return "must be more than 0";
  return noneOf.test(amount) || (/\d/.test(amount) && !some.test(amount)) ? "must be more than 0" : undefined;
}

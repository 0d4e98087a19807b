const MOST = 1_600;
const STOP_WORDS = "Reply STOP to opt out.";

/** What is put around the words of a text to many: who sends it, unless they begin with it, and how to get no more. */
export function frameOf(words: string, business: string) {
  const said = words.trimStart();
  const named = business === "" || said.startsWith(business) || said.startsWith("{businessName}");
  const before = named ? "" : `${business}: `;
  return { before, after: /\bSTOP\b/.test(words) ? "" : ` ${STOP_WORDS}`, most: MOST - STOP_WORDS.length - 1 - before.length };
}

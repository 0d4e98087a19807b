/** What everybody who knows us tries: our name and the words of the trade (ASVS 6.1.2; the operator sees the list in docs/security.md). */
export const tradeWords: readonly string[] = [
  "leashline",
  "password",
  "welcome",
  "grooming",
  "groomer",
  "boarding",
  "daycare",
  "petcare",
  "dogwalking",
  "puppy",
  "kitty",
];

export type Person = { email: string; firstName?: string; lastName?: string };

const shortest = 4;
const enoughBeside = 6;

/** The person's names, and the parts of their address but for its ending: "olive@maple-street.example" gives olive, maple and street. */
export function wordsOf({ email, firstName = "", lastName = "" }: Person): string[] {
  const [local = "", domain = ""] = email.split("@");
  const parts = [local, domain.replace(/\.[^.]*$/, ""), firstName, lastName].flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u));
  return [...new Set(parts)].filter((word) => word.length >= shortest);
}

/** Whether a password is such words and little else: a few characters more, or nothing but digits and signs. */
export function isOwnWords(password: string, person: Person): boolean {
  const words = [...tradeWords, ...wordsOf(person)].sort((a, b) => b.length - a.length);
  const lower = password.toLowerCase();
  const beside = words.reduce((rest, word) => rest.replaceAll(word, ""), lower);
  if (beside === lower) return false;
  return beside.length < enoughBeside || !/\p{L}/u.test(beside);
}

import { inWords } from "../storefront/plan.ts";

/** What is written to whoever sent a request. */
export type Said = "proposed" | "withdrawn";
export type ToldOf = {
  firstName: string;
  pets: readonly string[];
  businessName: string;
  /** They asked for nights, not for a time of somebody. */
  isStay: boolean;
  /** The time or stay they asked for, and those that are proposed. */
  asked: string;
  times: readonly string[];
  note: string;
  until: string;
  link: string;
};

export function wordsOf(what: Said, told: ToldOf): { subject: string; text: string } {
  const { firstName, businessName, isStay, asked, times, note, until, link } = told;
  const hi = `Hi ${firstName.trim() || "there"},`;
  const pets = inWords(told.pets.filter(Boolean)) || "you";
  if (what === "withdrawn")
    return {
      subject: `Your request at ${businessName}`,
      text: `${hi} the other ${isStay ? "nights" : "times"} that ${businessName} proposed for ${pets} are no longer available, sorry. We still have your request and will get back to you.`,
    };
  const one = times.length === 1;
  const but = isStay ? `from ${asked}, but can for` : `on ${asked}, but can at`;
  const these = isStay ? (one ? "this stay" : "these stays") : one ? "this time" : "these times";
  const proposed = `${hi} ${businessName} can’t take ${pets} ${but} ${these}:`;
  const choose = `${one ? "It is" : "They are"} kept for you until ${until}. Choose ${one ? "it" : "one"} here: ${link}`;
  return {
    subject: `${isStay ? "Other nights" : one ? "Another time" : "Other times"} for ${pets} at ${businessName}`,
    text: [proposed, times.map((time) => `- ${time}`).join("\n"), note, choose].filter(Boolean).join("\n\n"),
  };
}

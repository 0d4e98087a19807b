import { inWords } from "../../storefront/plan.ts";

/** What is written to somebody whom a time was offered. */
export type Said = "offered" | "withdrawn" | "expired" | "lost";
export type ToldOf = {
  firstName: string;
  pets: readonly string[];
  businessName: string;
  when: string;
  until: string;
  link: string;
  /** The group class that it is a place in; "" for a time. */
  className: string;
  /** What that is and costs: "6 sessions, $165.00"; "" for a time. */
  costs: string;
};
type Words = { subject: string; text: string };

export function wordsOf(what: Said, told: ToldOf): Words {
  return told.className ? wordsOfPlace(what, told) : wordsOfTime(what, told);
}

const hiOf = ({ firstName }: ToldOf): string => `Hi ${firstName.trim() || "there"},`;
const namesOf = ({ pets }: ToldOf): string => inWords(pets.filter(Boolean)) || "you";
const kept = "You keep your place on the waitlist.";

function wordsOfTime(what: Said, told: ToldOf): Words {
  const { businessName, when, until, link } = told;
  const hi = hiOf(told);
  if (what === "offered")
    return {
      subject: `A time is free at ${businessName}`,
      text: `${hi} ${businessName} has a time for ${namesOf(told)}: ${when}. It is kept for you until ${until}. Say yes or no: ${link}`,
    };
  return {
    subject: `Your place on the waitlist at ${businessName}`,
    text:
      what === "lost"
        ? `${hi} you said yes to ${when} at ${businessName}, and it could no longer be booked, sorry. ${kept}`
        : what === "withdrawn"
          ? `${hi} the time at ${businessName} on ${when} is no longer available, sorry. ${kept}`
          : `${hi} we did not hear from you, so the time at ${businessName} on ${when} is open to others again. ${kept}`,
  };
}

function wordsOfPlace(what: Said, told: ToldOf): Words {
  const { businessName, className, when, until, link, costs } = told;
  const hi = hiOf(told);
  if (what === "offered")
    return {
      subject: `A place is free in ${className}`,
      text: `${hi} ${businessName} has a place in ${className} for ${namesOf(told)}, from ${when}${costs && ` (${costs})`}. It is kept for you until ${until}. Say yes or no: ${link}`,
    };
  const over: Record<Exclude<Said, "offered">, string> = {
    lost: `you said yes to the place in ${className} at ${businessName}, and it could no longer be given to you, sorry.`,
    withdrawn: `the place in ${className} at ${businessName} is no longer available, sorry.`,
    expired: `we did not hear from you, so the place in ${className} at ${businessName} is open to others again.`,
  };
  return { subject: `Your place on the waitlist at ${businessName}`, text: `${hi} ${over[what]} ${kept}` };
}

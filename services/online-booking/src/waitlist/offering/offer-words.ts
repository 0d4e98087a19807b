/** What is written to somebody whom a time was offered. */
export type Said = "offered" | "withdrawn" | "expired" | "lost";
export type ToldOf = { firstName: string; pets: readonly string[]; businessName: string; when: string; until: string; link: string };

export function wordsOf(what: Said, { firstName, pets, businessName, when, until, link }: ToldOf): { subject: string; text: string } {
  const hi = `Hi ${firstName.trim() || "there"},`;
  const names = pets.filter(Boolean).join(" and ");
  if (what === "offered")
    return {
      subject: `A time is free at ${businessName}`,
      text: `${hi} ${businessName} has a time for ${names || "you"}: ${when}. It is kept for you until ${until}. Say yes or no: ${link}`,
    };
  const kept = "You keep your place on the waitlist.";
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

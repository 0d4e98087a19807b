import { writeDay, writeDayAndTime, writeTime } from "@leashline/kit";
import type { Sender } from "../auto-messages/facts.store.ts";
import type { Outgoing } from "../sending/outgoing.ts";
import { noticeMail, screens } from "./notice.ts";

/** Of whoever joined the waitlist from the booking page; no dates and no hours are any. */
export type Wish = {
  dates: string[];
  nights: number;
  timeRanges: { startTime: number; endTime: number }[];
  note: string;
  validTill: string;
};

const END_OF_DAY = 1439;
type About = { name: string; replyTo: string; business: Sender; site: string };

const hoursOf = (timeRanges: Wish["timeRanges"], business: Sender): string[] =>
  timeRanges.map(({ startTime, endTime }) => `${writeTime(startTime, business)} to ${writeTime(Math.min(endTime, END_OF_DAY), business)}`);

let list: Intl.ListFormat | undefined;
const oneOf = (words: readonly string[]): string => {
  list ??= new Intl.ListFormat("en", { type: "disjunction" });
  return list.format(words);
};

/** What stands where a message names the day and the time of a visit, for whoever has none yet: "Friday, November 20 or Monday, November 23", "9:00 AM to 12:00 PM". */
export const wishWords = ({ dates, timeRanges, validTill }: Wish, business: Sender): { day: string; time: string } => ({
  day: oneOf(dates.map((date) => writeDay(date, business))) || `any day until ${writeDay(validTill, business)}`,
  time: oneOf(hoursOf(timeRanges, business)) || "any time",
});

/** Tells the business's own address whom it could offer a time. */
export function joinedNotice(
  { requestId, summary }: { requestId: string; summary: string },
  { dates, nights, timeRanges, note }: Wish,
  { name, replyTo, business, site }: About,
): Outgoing {
  const hours = hoursOf(timeRanges, business);
  const text = [
    `${name} joined the waitlist on your booking page.`,
    summary,
    `Days: ${dates.map((date) => writeDay(date, business)).join("; ") || "any"}`,
    nights > 0 && `Nights: ${nights}`,
    hours.length > 0 && `Times: ${hours.join("; ")}`,
    note && `They wrote: ${note}`,
  ]
    .filter(Boolean)
    .join("\n\n");
  return noticeMail(business, {
    subject: `New on the waitlist: ${name}`,
    text,
    useCase: "waitlist notice",
    cause: `waitlist:${requestId}`,
    replyTo,
    link: site + screens.waitlist,
  });
}

/** Tells the business's own address that nobody decided while the card could be held. */
export function releasedNotice(
  { requestId, summary, date, startTime }: { requestId: string; summary: string; date: string; startTime: number },
  { name, replyTo, business, site }: About,
): Outgoing {
  const when = writeDayAndTime(date, startTime, business);
  return noticeMail(business, {
    subject: `Prepayment went back: ${name}, ${writeDay(date, business)}`,
    text: [
      `Nobody answered ${name}’s booking request for ${when} in time, so the money held on their card went back.`,
      summary,
      "The request is still open: accept or decline it in Leashline. If you accept it, they owe the bill as usual.",
    ]
      .filter(Boolean)
      .join("\n\n"),
    useCase: "request prepayment notice",
    cause: `request-released:${requestId}`,
    replyTo,
    link: site + screens.requests,
  });
}

import { BookingProposalState, type ProposedTime } from "@leashline/proto/leashline/online_booking/v1/booking_proposal_pb.js";
import type { ProposedTimes } from "@leashline/proto/leashline/online_booking/v1/proposal_link_pb.js";
import type { Format } from "../../ui/format/locale.ts";
import { stayNights } from "../../ui/format/stay.ts";
import { atStart, visitText } from "../time/arrival.ts";

const { UNSPECIFIED, OPEN, ACCEPTED, DECLINED, EXPIRED, WITHDRAWN, CLOSED, TAKEN } = BookingProposalState;

type Named = { readonly one: string; readonly many: string };

const titles = ({ one, many }: Named): Record<BookingProposalState, string> => ({
  [UNSPECIFIED]: "",
  [OPEN]: `Choose a ${one} that works for you`,
  [ACCEPTED]: "You are booked",
  [DECLINED]: `None of these ${many} works for you`,
  [EXPIRED]: `These ${many} are no longer held for you`,
  [WITHDRAWN]: `These ${many} are no longer available`,
  [CLOSED]: "Your request was answered otherwise",
  [TAKEN]: `These ${many} are taken, sorry`,
});

type Seen = Pick<ProposedTimes, "proposal" | "bookedNoMore" | "askedEndDate">;
const stateOf = ({ proposal }: Pick<Seen, "proposal">): BookingProposalState => proposal?.state ?? UNSPECIFIED;

/** What they choose from: nights in a room, or times of somebody. */
export const namedIn = ({ askedEndDate }: Pick<Seen, "askedEndDate">): Named =>
  askedEndDate ? { one: "stay", many: "stays" } : { one: "time", many: "times" };

/** What became of the times, as their client reads it. */
export const titleOf = (seen: Seen): string => (seen.bookedNoMore ? "You’re no longer booked" : titles(namedIn(seen))[stateOf(seen)]);

type Times = Pick<ProposedTime, "date" | "startTime" | "endTime" | "endDate">;

/** When it begins and ends, beneath its day; of a stay, when they come and leave. */
export const whenText = (
  format: Format,
  { startTime, endTime, endDate }: Times,
  { arrivalWindow }: Pick<ProposedTimes, "arrivalWindow">,
): string =>
  endDate
    ? `Drop-off ${atStart(format, startTime, arrivalWindow)}, pick-up at ${format.minutes(endTime)}`
    : visitText(format, { startTime, endTime, arrivalWindow });

/** Its day, or its nights: "Fri, Dec 4 to Sun, Dec 6 (2 nights)". */
export const dayText = (format: Format, { date, endDate }: Pick<Times, "date" | "endDate">): string =>
  endDate ? stayNights({ date, endDate }, format) : format.longDay(date);

/** What it costs, with what was asked for where that is another sum; empty where it is not told. */
export function priceText(
  format: Format,
  { price }: Pick<ProposedTime, "price">,
  { askedPrice }: Pick<ProposedTimes, "askedPrice">,
): string {
  if (!price) return "";
  const [now, asked] = [format.money(price), askedPrice && format.money(askedPrice)];
  return asked && asked !== now ? `${now} instead of ${asked}` : now;
}

/** While they are about to say that none of the times works. */
export const noneTitle = (businessName: string): string => `Tell ${businessName} when you can come`;

/** What happens next, where there is nothing left to choose; empty where there is, and once they are booked. */
export function nextText(seen: Seen, businessName: string): string {
  if (seen.bookedNoMore) return `This was canceled after you chose it. Questions? Call ${businessName}.`;
  const state = stateOf(seen);
  if (state === DECLINED) return `${businessName} has your answer, and still has your request. They will get back to you.`;
  if (state === EXPIRED || state === TAKEN)
    return `${businessName} still has your request and will get back to you. Call them if you are in a hurry.`;
  if (state === WITHDRAWN) return `Look at the latest message from ${businessName}, or call them.`;
  return state === CLOSED ? `The latest message from ${businessName} says how.` : "";
}

import { instantIn, nowIn } from "../../../../../ui/format/dates.ts";

export type Came = { in: Date | undefined; out: Date | undefined };
/** A moment as the business's clock shows it; without minutes it was not recorded. */
export type Shown = { day: string; minutes: number | undefined };
export type Put = { in: Shown; out: Shown };
export type Touched = { in?: Partial<Shown>; out?: Partial<Shown> };

const shownAs = (at: Date | undefined, day: string, zone: string): Shown => {
  if (!at) return { day, minutes: undefined };
  const { date, minutes } = nowIn(zone, at);
  return { day: date, minutes };
};

/** What the fields begin with. Who was finished without a check-in gets the day of that for one. */
export const shownOf = (came: Came, zone: string): Put => {
  const on = came.in ?? came.out ?? new Date();
  const { date } = nowIn(zone, on);
  return { in: shownAs(came.in, date, zone), out: shownAs(came.out, date, zone) };
};

/** What the fields show: what was written into them, and the rest as it is by now, whoever corrected it meanwhile. */
export const putOf = (shown: Put, touched: Touched): Put => ({
  in: { ...shown.in, ...touched.in },
  out: { ...shown.out, ...touched.out },
});

const moved = (was: Date | undefined, to: Shown, zone: string): Date | undefined => {
  const before = shownAs(was, to.day, zone);
  if (to.minutes === undefined || to.day === "" || (before.day === to.day && before.minutes === to.minutes)) return undefined;
  return instantIn(to.day, to.minutes, zone);
};

const minuteOf = (at: Date): number => Math.floor(at.getTime() / 60_000);

/** What was recorded is not emptied, and a time is one of a day. */
const lacks = (was: Date | undefined, { day, minutes }: Shown): boolean =>
  was ? day === "" || minutes === undefined : day === "" && minutes !== undefined;

/** What was put right, or what is wrong with it. */
export const corrected = (came: Came, put: Put, zone: string, now: Date): { checkIn?: Date; checkOut?: Date; fault?: string } => {
  if (lacks(came.in, put.in) || lacks(came.out, put.out)) return { fault: "Write both the day and the time" };
  const [checkIn, left] = [moved(came.in, put.in, zone), moved(came.out, put.out, zone)];
  const arrived = checkIn ?? came.in;
  // Within one minute, which is all that is written, nobody left before they arrived.
  const checkOut = left && arrived && minuteOf(left) === minuteOf(arrived) && left < arrived ? arrived : left;
  if ((checkIn && checkIn > now) || (checkOut && checkOut > now)) return { fault: "This time is still to come" };
  const last = checkOut ?? came.out;
  if ((checkIn || checkOut) && arrived && last && last < arrived) return { fault: "The check-out is before the check-in" };
  return { ...(checkIn && { checkIn }), ...(checkOut && { checkOut }) };
};

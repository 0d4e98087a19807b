import { isoToDay } from "../../../../ui/format/dates.ts";
import { parseMoney, toMinor } from "../../../../ui/format/money.ts";
import { type DraftLine, leadOf, type Plan, petServicesOf, staffOf } from "./draft.ts";

// What becomes of a visit when it is saved, also where somebody else has changed it meanwhile. Pure.

const differ = (a: unknown, b: unknown): boolean => {
  const text = (value: unknown) => JSON.stringify(value, (_, one) => (typeof one === "bigint" ? String(one) : one));
  return text(a) !== text(b);
};

/** What a change comes to: only what differs is sent, so that nothing else is written over. */
export const changesOf = (before: Plan, now: Plan, currencyCode: string) => {
  const [was, is] = [petServicesOf(before, currencyCode), petServicesOf(now, currencyCode)];
  const date = now.date === before.date ? undefined : isoToDay(now.date);
  return {
    // What is sold with a service was chosen here with it, and perhaps taken off again.
    ...(differ(was, is) && { petServices: is, withoutBundled: true }),
    ...(date && { appointmentDate: date }),
    ...(now.startTime !== undefined && now.startTime !== before.startTime && { startTime: now.startTime }),
    ...(now.notes.trim() !== before.notes && { ticketComments: now.notes.trim() }),
    ...(now.alert.trim() !== before.alert && { alertNotes: now.alert.trim() }),
    ...(now.addressId !== before.addressId && { addressId: now.addressId }),
    ...(now.colorCode !== before.colorCode && { colorCode: now.colorCode }),
  };
};

/** What was typed, on top of what somebody else has made of the visit meanwhile. */
export const rebased = (before: Plan, mine: Plan, theirs: Plan): Plan => {
  const known = new Set(theirs.lines.map((line) => line.petDetailId));
  const pick = <K extends keyof Plan>(field: K): Plan[K] => (differ(mine[field], before[field]) ? mine[field] : theirs[field]);
  const lines = pick("lines").map((line) => (known.has(line.petDetailId) ? line : { ...line, petDetailId: "0" }));
  return {
    ...{ date: pick("date"), startTime: pick("startTime"), staffId: pick("staffId") },
    ...{
      notes: pick("notes"),
      alert: pick("alert"),
      addressId: pick("addressId"),
      colorCode: pick("colorCode"),
      marked: mine.marked,
      lines,
    },
  };
};

/** Whether a visit has become what was wanted, whatever its lines are called by now. */
export const isAchieved = (wanted: Plan, now: Plan, currencyCode: string): boolean =>
  wanted.date === now.date &&
  wanted.startTime === now.startTime &&
  wanted.notes.trim() === now.notes &&
  wanted.alert.trim() === now.alert &&
  wanted.addressId === now.addressId &&
  wanted.colorCode === now.colorCode &&
  wanted.lines.length === now.lines.length &&
  wanted.lines.every((line, index) => {
    const other = now.lines[index] as DraftLine;
    const { petId, serviceId, minutes, price } = other;
    return (
      line.petId === petId &&
      line.serviceId === serviceId &&
      leadOf(wanted, line) === staffOf(now, other) &&
      (line.split ? !differ(line.split, other.split) : !other.split && (line.minutes ?? minutes) === minutes) &&
      (line.price === undefined || toMinor(parseMoney(line.price, currencyCode)) === toMinor(parseMoney(price ?? "", currencyCode)))
    );
  });

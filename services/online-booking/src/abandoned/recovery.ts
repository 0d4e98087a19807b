import { fail, instantAt, mustKnowPlaceholders } from "@leashline/kit";
import { RecoverySendOutType } from "@leashline/proto/leashline/online_booking/v1/recovery_message_pb.js";
import { type AbandonedRow, isLeft, leftAfterMinutes } from "./abandoned.ts";

export type Recovery = {
  isEnabled: boolean;
  clientTypes: number[];
  message: string;
  abandonedSteps: number[];
  sendOutType: number;
  onTypeDays: number[];
  onTypeMinute: number;
  waitForTypeMinute: number;
  version: number;
};

/** Of a business that never said anything of it (growth §9). */
export const standard: Recovery = {
  isEnabled: false,
  clientTypes: [],
  message: "",
  abandonedSteps: [],
  sendOutType: RecoverySendOutType.WAIT_FOR,
  onTypeDays: [0, 1, 2, 3, 4, 5, 6],
  onTypeMinute: 540,
  waitForTypeMinute: 60,
  version: 0,
};

export const STANDARD_MESSAGE =
  "Hi {customerName}, you started booking at {businessName} and did not finish. Pick up where you left off: {bookingLink}";

const daySets = { everyday: "0123456", weekday: "12345", weekend: "06" } as const;

/** Which set of days these are (growth §4, §5); undefined for any other. */
export function ruleDayOf(days: readonly number[]): keyof typeof daySets | undefined {
  const found = [...new Set(days)].sort().join("");
  return (Object.keys(daySets) as (keyof typeof daySets)[]).find((name) => daySets[name] === found);
}

const FIRST_MINUTE = 8 * 60;
const LAST_MINUTE = 21 * 60;

/** When the message goes to somebody who was last there at a time. */
export function dueAt(setting: Recovery, seenAt: Date, zone: string): Date {
  const wait =
    setting.sendOutType === RecoverySendOutType.WAIT_FOR ? Math.max(setting.waitForTypeMinute, leftAfterMinutes) : leftAfterMinutes;
  const earliest = new Date(seenAt.getTime() + wait * 60_000);
  const local = Temporal.Instant.fromEpochMilliseconds(earliest.getTime()).toZonedDateTimeISO(zone);
  const at = (days: number, minute: number) => instantAt(local.toPlainDate().add({ days }).toString(), minute, zone);
  if (setting.sendOutType === RecoverySendOutType.ON_SPECIFIC_DAYS) {
    const wanted = Array.from({ length: 8 }, (_, days) => days).filter((days) =>
      setting.onTypeDays.includes(local.toPlainDate().add({ days }).dayOfWeek % 7),
    );
    return wanted.map((days) => at(days, setting.onTypeMinute)).find((time) => time >= earliest) ?? earliest;
  }
  const minute = local.hour * 60 + local.minute;
  if (minute < FIRST_MINUTE) return at(0, FIRST_MINUTE);
  return minute >= LAST_MINUTE ? at(1, FIRST_MINUTE) : earliest;
}

/** Whether somebody who left is to be written to: nobody did yet, and the business wants to. */
export function isWanted(setting: Recovery, row: AbandonedRow, now: Date): boolean {
  const fits = (wanted: readonly number[], one: number) => wanted.length === 0 || wanted.includes(one);
  const untold = row.lastEmailedAt === null && row.lastTextedAt === null;
  return (
    setting.isEnabled &&
    row.status === "abandoned" &&
    untold &&
    isLeft(row, now) &&
    fits(setting.clientTypes, row.customerType) &&
    fits(setting.abandonedSteps, row.step)
  );
}

const known = ["{customerName}", "{businessName}", "{bookingLink}"];

/** A message as it is stored: without a placeholder that there is not, and with the link where it has words of its own. */
export function messageOf(given: string): string {
  const message = given.trim();
  mustKnowPlaceholders("message", message, (name) => known.includes(name));
  if (message !== "" && !message.includes("{bookingLink}"))
    throw fail("PARAMS_INVALID", { field: "message", reason: "needs {bookingLink}, where the link goes" });
  return message;
}

/** The message with its words filled in; the link is always in it. */
export function wordsFor(
  { message }: Recovery,
  { firstName, lastName }: AbandonedRow["customer"],
  businessName: string,
  link: string,
): string {
  const own = message.trim() || STANDARD_MESSAGE;
  const whole = own.includes("{bookingLink}") ? own : `${own} {bookingLink}`;
  const values: Record<string, string> = {
    "{customerName}": firstName.trim() || lastName.trim() || "there",
    "{businessName}": businessName,
    "{bookingLink}": link,
  };
  return whole.replace(/\{(customerName|businessName|bookingLink)\}/g, (name) => values[name] ?? "");
}

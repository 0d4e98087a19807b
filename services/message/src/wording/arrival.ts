import { asTenant, type Ctx, type LocaleFormat, writeTime } from "@leashline/kit";
import { OnlineBookingSettingService } from "@leashline/proto/leashline/online_booking/v1/setting_pb.js";
import { type ArrivalWindow, arrivalSpan, arrivalWindowFor } from "@leashline/proto/rules/arrival-window.ts";
import { withoutLink } from "./links.ts";
import type { About, Facts } from "./placeholders.ts";

const TIMES = ["{appointmentTime}", "{previousTime}"];
/** However it is capitalized, and with blanks and tags between the two. */
const AT_A_TIME = /\b([Aa])[Tt]((?:\s|&nbsp;|<[^<>]*>)+)\{appointmentTime\}/g;

/** "9:30 AM and 10:30 AM". */
const ends = (startTime: number, arrival: ArrivalWindow, format: Pick<LocaleFormat, "clock">): [string, string] => {
  const { from, to } = arrivalSpan(startTime, arrival);
  return [writeTime(from, format), writeTime(to, format)];
};

/** "at 10:00 AM", or "between 9:30 AM and 10:30 AM". */
export function atTime(startTime: number, arrival: ArrivalWindow | undefined, format: Pick<LocaleFormat, "clock">): string {
  return arrival ? `between ${ends(startTime, arrival, format).join(" and ")}` : `at ${writeTime(startTime, format)}`;
}

/** "10:00 AM", or "9:30 AM to 10:30 AM". */
export function timeOf(startTime: number, arrival: ArrivalWindow | undefined, format: Pick<LocaleFormat, "clock">): string {
  return arrival ? ends(startTime, arrival, format).join(" to ") : writeTime(startTime, format);
}

/** A business's words with "at 10:00 AM" in them say "between 9:30 AM and 10:30 AM" where a window is told. */
export function asArrival(text: string, { appointment, business }: Facts): string {
  if (!appointment?.arrival || appointment.time || !business) return text;
  const told = atTime(appointment.startTime, appointment.arrival, business);
  const asBegun = { a: told, A: `${told.charAt(0).toUpperCase()}${told.slice(1)}` };
  return text.replace(AT_A_TIME, (_, first: "a" | "A", gap: string) => `${gap.replace(/^(\s|&nbsp;)+/, "")}${asBegun[first]}`);
}

const careTypesOf = ({ lines }: About): string[] => lines.map(({ careType = "" }) => careType);
const anyWindow: ArrivalWindow = { before: 1, after: 1 };

/** Whether the business has to be asked what it tells around the start. */
export const needsArrival = (texts: readonly string[], { appointment }: Facts): boolean =>
  appointment !== undefined &&
  !("arrival" in appointment) &&
  careTypesOf(appointment).every(Boolean) &&
  arrivalWindowFor(anyWindow, careTypesOf(appointment)) !== undefined &&
  texts.some((text) => TIMES.some((name) => text.includes(name)));

/** The facts with what the business tells around the start; where that is not to be had just now, the start itself is told. */
export async function withArrival(ctx: Ctx, businessId: string, texts: readonly string[], facts: Facts): Promise<Facts> {
  const { appointment } = facts;
  if (!appointment || !needsArrival(texts, facts)) return facts;
  const there = asTenant(ctx, { companyId: ctx.companyId, businessId });
  const answer = await there.client(OnlineBookingSettingService).getOnlineBookingSetting({ businessId }).catch(withoutLink);
  const { arrivalWindowBefore: before = 0, arrivalWindowAfter: after = 0 } = answer?.setting ?? {};
  return { ...facts, appointment: { ...appointment, arrival: arrivalWindowFor({ before, after }, careTypesOf(appointment)) } };
}

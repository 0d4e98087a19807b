import { asTenant, type Ctx, writeAtTime } from "@leashline/kit";
import { OnlineBookingSettingService } from "@leashline/proto/leashline/online_booking/v1/setting_pb.js";
import { type ArrivalWindow, arrivalWindowFor } from "@leashline/proto/rules/arrival-window.ts";
import { type Missing, orLater, withoutLink } from "./links.ts";
import type { About, Facts } from "./placeholders.ts";

const TIMES = ["{appointmentTime}", "{previousTime}"];
/** However it is capitalized, and with blanks and tags between the two. */
const AT_A_TIME = /\b([Aa])[Tt]((?:\s|&nbsp;|<[^<>]*>)+)\{appointmentTime\}/g;

/** A business's words with "at 10:00 AM" in them say "between 9:30 AM and 10:30 AM" where a window is told. */
export function asArrival(text: string, { appointment, business }: Facts): string {
  if (!appointment?.arrival || appointment.time || !business) return text;
  const told = writeAtTime(appointment.startTime, appointment.arrival, business);
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

/** What a business said it tells around the start, for a minute: of many messages one asks. */
const kept = new Map<string, { minutes: ArrivalWindow; until: number }>();
const keepMs = 60_000;
const mostKept = 10_000;
const keyOf = ({ runtime, companyId }: Ctx, businessId: string): string => `${runtime.config.postgresUrl} ${companyId} ${businessId}`;

async function minutesOf(ctx: Ctx, businessId: string, missing: Missing): Promise<ArrivalWindow> {
  const key = keyOf(ctx, businessId);
  const known = kept.get(key);
  if (known && known.until > Date.now()) return known.minutes;
  const there = asTenant(ctx, { companyId: ctx.companyId, businessId });
  const answer = await there.client(OnlineBookingSettingService).getOnlineBookingSetting({ businessId }).catch(missing);
  const { arrivalWindowBefore: before = 0, arrivalWindowAfter: after = 0 } = answer?.setting ?? {};
  const minutes = { before, after };
  if (kept.size >= mostKept) kept.clear();
  if (answer) kept.set(key, { minutes, until: Date.now() + keepMs });
  return minutes;
}

const toldWith = (facts: Facts, appointment: About, minutes: ArrivalWindow): Facts => ({
  ...facts,
  appointment: { ...appointment, arrival: arrivalWindowFor(minutes, careTypesOf(appointment)) },
});

/** The facts with what the business tells around the start, as far as it is known without asking. */
export function withKeptArrival(ctx: Ctx, businessId: string, texts: readonly string[], facts: Facts): Facts {
  const { appointment } = facts;
  const known = kept.get(keyOf(ctx, businessId));
  if (!appointment || !known || known.until <= Date.now() || !needsArrival(texts, facts)) return facts;
  return toldWith(facts, appointment, known.minutes);
}

/** Of whom a text is for, and whether it may go out later: what is not to be had just now is thrown then, else the start itself is told. */
export type Telling = { businessId: string; texts: readonly string[]; mayWait: boolean };

/** The same, asked for where it is not known. */
export async function withArrival(ctx: Ctx, facts: Facts, { businessId, texts, mayWait }: Telling): Promise<Facts> {
  const { appointment } = facts;
  if (!appointment || !needsArrival(texts, facts)) return facts;
  return toldWith(facts, appointment, await minutesOf(ctx, businessId, mayWait ? orLater : withoutLink));
}

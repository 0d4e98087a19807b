import { choose } from "../../../../ui/feedback/confirm.ts";
import { plural } from "../../../../ui/format/text.ts";
import type { useFormat } from "../../../../ui/format/useFormat.ts";
import type { Appointment } from "../types.ts";
import { BOARDING } from "./refusal-text.ts";
import { daysBetween, isoOf } from "./stay-days.ts";

type Stay = Pick<Appointment, "appointmentDate" | "endDate" | "petServiceList">;

/** The nights that a boarding stay was booked for and those it has had, where it would be over before its last day; one night at least is its own. */
export const leavesEarly = (
  { appointmentDate, endDate, petServiceList }: Stay,
  today: string,
): { booked: number; stayed: number } | undefined => {
  if (!petServiceList.some((line) => line.careType === BOARDING)) return undefined;
  const from = isoOf(appointmentDate);
  const [booked, stayed] = [daysBetween(from, isoOf(endDate)), Math.max(1, daysBetween(from, today))];
  return stayed < booked ? { booked, stayed } : undefined;
};

/** Of what a stay that ends before its day is charged for; undefined for giving up. Asks nothing of whatever ends on its day. */
export async function chargedNights(
  appointment: Appointment,
  name: string,
  format: ReturnType<typeof useFormat>,
): Promise<{ chargeNightsStayed: boolean } | undefined> {
  const nights = leavesEarly(appointment, format.now().date);
  if (!nights) return { chargeNightsStayed: false };
  const answer = await choose({
    title: `${name} leaves ${plural(nights.booked - nights.stayed, "night")} early`,
    body: `Booked until ${format.shortDay(appointment.endDate)}. The room is free again from now on. What is charged?`,
    other: `All ${nights.booked} nights`,
    action: `Only ${plural(nights.stayed, "night")}`,
  });
  return answer === false ? undefined : { chargeNightsStayed: answer === true };
}

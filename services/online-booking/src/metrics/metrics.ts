import { BookingStep } from "@leashline/proto/leashline/online_booking/v1/booking_flow_pb.js";
import type { RequestDay, VisitDay } from "./metrics.store.ts";

const counted = [
  BookingStep.WELCOME_PAGE,
  BookingStep.SELECT_PET,
  BookingStep.SELECT_DATE,
  BookingStep.PERSONAL_INFO,
  BookingStep.SUBMIT_APPT,
] as const;

const sum = <Row>(rows: readonly Row[], of: (row: Row) => number): number => rows.reduce((total, row) => total + of(row), 0);

/** Whoever came to a step came to those before it. */
export const stepsOf = (visits: readonly VisitDay[]) =>
  counted.map((step) => ({
    step,
    visits: sum(
      visits.filter((one) => one.step >= step),
      (one) => one.visits,
    ),
  }));

/** Every day from the first to the last. */
export function daysWith({ from, to }: { from: string; to: string }, visits: readonly VisitDay[], sent: readonly RequestDay[]) {
  const count = Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to)).days + 1;
  const [seen, asked] = [Map.groupBy(visits, ({ date }) => date), Map.groupBy(sent, ({ date }) => date)];
  return Array.from({ length: count }, (_, n) => {
    const date = Temporal.PlainDate.from(from).add({ days: n }).toString();
    return { date, visits: sum(seen.get(date) ?? [], (one) => one.visits), requests: sum(asked.get(date) ?? [], (one) => one.requests) };
  });
}

/** How many requests, and what they come to in minor units: all, or those in one of the states. */
export function sentIn(sent: readonly RequestDay[], ...states: string[]): { requests: number; minor: bigint } {
  const rows = states.length > 0 ? sent.filter(({ state }) => states.includes(state)) : sent;
  return { requests: sum(rows, (row) => row.requests), minor: rows.reduce((total, { minor }) => total + BigInt(minor), 0n) };
}

import type { AppointmentPlan, ServiceLine } from "../appointments/appointment.ts";

/** A change that a longer daycare was, or its taking back; or one of a visit that was finished. */
export type Noted = {
  readonly rollover: boolean;
  readonly undone: boolean;
  readonly at: Date;
  readonly before: Pick<AppointmentPlan, "lines">;
};

type Line = Pick<ServiceLine, "id" | "serviceId">;

/**
 * Which lines of a visit whose pets are there become no longer daycare, by when they would have. What was taken back on purpose stays what
 * it is for as long as it is the same service. What came due while the visit counted as finished may have left on time: nobody knows better.
 */
export function leftOutBy(noted: readonly Noted[]): (line: Line, dueAt: number) => boolean {
  const rollovers = noted.filter(({ rollover }) => rollover);
  const takenBack = new Set(
    rollovers.flatMap(({ undone, before }, nth) => {
      const then = new Map(rollovers[nth + 1]?.before.lines.map((line) => [line.id, line.serviceId]));
      return undone ? before.lines.filter(({ id, serviceId }) => then.get(id) !== serviceId).map(keyOf) : [];
    }),
  );
  const backAt = noted.findLast(({ rollover }) => !rollover)?.at.getTime() ?? Number.NEGATIVE_INFINITY;
  return (line, dueAt) => takenBack.has(keyOf(line)) || dueAt <= backAt;
}

const keyOf = ({ id, serviceId }: Line): string => `${id} ${serviceId}`;

import { DAY, SNAP, snapDown } from "../../shared/layout.ts";

export type Span = { startTime: number; endTime: number };

/** What lies between the quarter of an hour in which a drag began and where it is, never less than that quarter; upwards as well as down. */
export const spanOf = (from: number, at: number): Span => {
  const first = snapDown(from);
  return {
    startTime: Math.max(0, Math.min(first, snapDown(at))),
    endTime: Math.min(DAY, Math.max(first + SNAP, Math.ceil(at / SNAP) * SNAP)),
  };
};

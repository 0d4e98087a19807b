import type { Leg, Point, Way, Ways } from "./ways.ts";

/** An appointment of a staff member; minutes of the day. */
export type Stop = {
  readonly appointmentId: string;
  readonly staffId: string;
  readonly customerId: string;
  /** Which of the client's addresses it is at; "0" for the primary one. */
  readonly addressId: string;
  readonly date: string;
  readonly start: number;
  readonly end: number;
  readonly point?: Point | undefined;
};
/** Where somebody's days start and end, as far as it is known. */
export type Parking = { readonly start?: Point | undefined; readonly end?: Point | undefined };
export type Driving = { readonly stop: Stop; readonly way?: Way | undefined; readonly interval?: number; readonly out?: Way | undefined };

type Step = { readonly stop: Stop; readonly before?: Stop | undefined; readonly from?: Point | undefined; readonly last: boolean };

/** The days of staff members, each in order. */
function steps(stops: readonly Stop[], parkingOf: (staffId: string) => Parking): Step[] {
  const days = Map.groupBy(stops, ({ date, staffId }) => `${date} ${staffId}`);
  return [...days.values()].flatMap((day) => {
    const ordered = day.toSorted((a, b) => a.start - b.start || a.end - b.end || Number(a.appointmentId) - Number(b.appointmentId));
    return ordered.map((stop, n) => {
      const before = ordered[n - 1];
      return { stop, before, from: before ? before.point : parkingOf(stop.staffId).start, last: n === ordered.length - 1 };
    });
  });
}

const legOf = (from: Point | undefined, to: Point | undefined): Leg[] => (from && to ? [{ from, to }] : []);

/** The ways that have to be known to tell the driving of these days. */
export const legsOf = (stops: readonly Stop[], parkingOf: (staffId: string) => Parking): Leg[] =>
  steps(stops, parkingOf).flatMap(({ stop, from, last }) => [
    ...legOf(from, stop.point),
    ...(last ? legOf(stop.point, parkingOf(stop.staffId).end) : []),
  ]);

export function drivingOf(stops: readonly Stop[], parkingOf: (staffId: string) => Parking, ways: Ways): Driving[] {
  const way = (from: Point | undefined, to: Point | undefined): Way | undefined => (from && to ? ways(from, to) : undefined);
  return steps(stops, parkingOf).map(({ stop, before, from, last }) => ({
    stop,
    way: way(from, stop.point),
    ...(before && { interval: stop.start - before.end }),
    out: last ? way(stop.point, parkingOf(stop.staffId).end) : undefined,
  }));
}

/** What is on a day beside a visit that is not booked; an appointment that would move to it is not. */
const besides = (stops: readonly Stop[], planned: Stop): Stop[] => [
  ...stops.filter((stop) => stop.appointmentId !== planned.appointmentId && stop.staffId === planned.staffId && stop.date === planned.date),
  planned,
];

/** The ways that have to be known to tell the driving to visits that are not booked. */
export const legsTo = (planned: readonly Stop[], stops: readonly Stop[], parkingOf: (staffId: string) => Parking): Leg[] =>
  planned.flatMap((one) => legsOf(besides(stops, one), parkingOf));

/** How somebody would drive to a visit that is not booked, as though it alone came to the day. */
export const drivingTo = (
  planned: Stop,
  { stops, parkingOf, ways }: { stops: readonly Stop[]; parkingOf: (staffId: string) => Parking; ways: Ways },
): Driving | undefined => drivingOf(besides(stops, planned), parkingOf, ways).find(({ stop }) => stop === planned);

import { nightlyIn, type RoomRate, sleptIn } from "@leashline/proto/rules/room-rate.ts";
import { isBoarding, type ServiceLine } from "../appointments/appointment.ts";
import { type PricedBy, pricedLines, stayLine } from "../appointments/prices.ts";
import type { Nights, Span } from "../lodging/room.ts";

// What nights cost in rooms whose type says so. It is taken when a room is chosen, and stays with the nights from then on.

/** A room as its type prices it, by its unit. */
export type RatedRooms = ReadonlyMap<string, { readonly name: string; readonly rate?: RoomRate }>;

type Asked = {
  readonly lines: readonly ServiceLine[];
  readonly rooms: RatedRooms;
  readonly span: Span;
  readonly known: PricedBy;
  /** Lines whose rooms are chosen just now. */
  readonly chosen: (line: ServiceLine) => boolean;
};

/** The lines with what their nights cost in the rooms that were chosen for them. A price by hand stays, unless it is what the rooms come to: then they explain it. */
export function withRoomRates({ lines, rooms, span, known, chosen }: Asked): readonly ServiceLine[] {
  const sleeping = sleptIn(lines.filter(isBoarding));
  const rated = new Map(
    lines.map((line) => [line, sleeping.has(line) && chosen(line) ? { ...line, lodgings: ratedNights(line, rooms, known) } : line]),
  );
  const anew = new Set([...rated].flatMap(([line, now]) => (line.lodgings.some((one, at) => one !== now.lodgings[at]) ? [now] : [])));
  if (anew.size === 0) return lines;
  const reckoned = pricedLines([...rated.values()], span, known, (line) => anew.has(line));
  return lines.map((line, at) => {
    const now = reckoned[at] as ServiceLine;
    return line.priceParts.length > 0 || line.price === now.price ? now : line;
  });
}

/** Nights of which something was agreed keep that. */
function ratedNights(line: ServiceLine, rooms: RatedRooms, { services }: PricedBy): Nights[] {
  const boarding = stayLine(line, services);
  return line.lodgings.map((nights) => {
    const room = rooms.get(nights.unitId);
    const each = nights.own ? undefined : nightlyIn(room?.rate, boarding);
    return each === undefined ? nights : { ...nights, own: { each: each.toString(), name: room?.name ?? "" } };
  });
}

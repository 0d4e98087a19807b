import { LodgingRateKind } from "@leashline/proto/leashline/offering/v1/lodging_rate_pb.js";
import { PriceUnit } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import type { OwnNights, StayLine } from "./stay-price.ts";

// What a night in a room costs whose type says that. Calendar books by it, booking page and counter tell it before. Amounts are in the smallest coin.

export type RoomRate = { readonly kind: LodgingRateKind; readonly minor: bigint };

/** What a night in such a room costs with a boarding of this rate; nothing where it costs what the boarding does, or is not priced by the night. */
export function nightlyIn(room: RoomRate | undefined, { rate, unit }: { rate: bigint; unit: PriceUnit }): bigint | undefined {
  if (!room || unit !== PriceUnit.PER_NIGHT) return undefined;
  const { kind, minor } = room;
  const less = rate > minor ? rate - minor : 0n;
  const each =
    kind === LodgingRateKind.PRICE ? minor : kind === LodgingRateKind.MORE ? rate + minor : kind === LodgingRateKind.LESS ? less : rate;
  return each === rate ? undefined : each;
}

/** The boarding of each pet in which it sleeps: its first. What it is booked with besides is not dearer for the room. */
export function sleptIn<L extends { readonly petId: string }>(boarding: readonly L[]): ReadonlySet<L> {
  const first = new Map<string, L>();
  for (const line of boarding) if (!first.has(line.petId)) first.set(line.petId, line);
  return new Set(first.values());
}

/** Nights in a room whose type says what one costs. */
export type RatedNights = { readonly from: string; readonly to: string; readonly name: string; readonly rate: RoomRate };

/** Lines of a stay with what the nights cost of the boarding in which each pet sleeps, in the rooms it would have. */
export function inTheirRooms<L extends StayLine>(
  lines: readonly L[],
  nightsOf: (line: L) => readonly RatedNights[],
): (L & { readonly own: readonly OwnNights[] })[] {
  const sleeping = sleptIn(lines);
  return lines.map((line) => {
    const own = (sleeping.has(line) ? nightsOf(line) : []).flatMap(({ rate, ...nights }) => {
      const each = nightlyIn(rate, line);
      return each === undefined ? [] : { ...nights, each };
    });
    return { ...line, own };
  });
}

/** Of kinds of rooms what the one says in which a night costs least with a boarding of this rate; nothing where that is one that costs what the boarding does. */
export function cheapestOf(kinds: readonly (RoomRate | undefined)[], rate: bigint): RoomRate | undefined {
  const told = kinds.map((kind) => ({ kind, each: nightlyIn(kind, { rate, unit: PriceUnit.PER_NIGHT }) ?? rate }));
  return told.toSorted((a, b) => Number(a.each - b.each))[0]?.kind;
}

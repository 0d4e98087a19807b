import { LodgingRateKind } from "@leashline/proto/leashline/offering/v1/lodging_rate_pb.js";
import { PriceUnit } from "@leashline/proto/leashline/offering/v1/service_pb.js";

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

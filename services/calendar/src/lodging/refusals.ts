import { fail, Refusal, writeDay } from "@leashline/kit";
import type { Places } from "./places.ts";
import type { Nights, PetFacts, RoomRefusal, Span } from "./room.ts";

type Days = Pick<Span, "date" | "endDate">;

export const fullHouse = ({ date, endDate }: Days, pets: number, { apart }: Pick<Places, "apart">): Refusal => {
  const each = apart ? "each of " : "";
  const reason = `no rooms are free for ${pets === 1 ? "the pet" : `${each}the ${pets} pets`} from ${date} to ${endDate} that fit`;
  return fail("ROOM_NOT_AVAILABLE", { field: "petServices", reason, facts: { why: "full", freeLodgings: "" } });
};

const words: Record<RoomRefusal | "apart", string> = {
  taken: "is taken",
  outOfService: "is out of service",
  petType: "is not for this kind of pet",
  petSize: "is not for pets of this size",
  tooHeavy: "is not for a pet this heavy",
  tooMany: "does not hold so many pets",
  shared: "is shared with other pets, and this boarding comes with a room of its own",
  apart: "is the room of another pet of this stay, and each is to have its own",
};

type No = { why: RoomRefusal | "apart"; night: string; nights: Nights; pets: readonly PetFacts[] };
const NAMED_INSTEAD = 5;
const said = (day: string): string => writeDay(day, { dateFormat: "" });

/** 10015: which unit, on which night and why, and what is free for the same pets instead. */
export function refused(places: Places, { date, endDate }: Days, { why, night, nights, pets }: No): Refusal {
  const room = places.room(nights.unitId);
  const free = places.rooms.filter((one) => places.holds(one, nights.from, nights.to, pets)).slice(0, NAMED_INSTEAD);
  const on = why === "taken" || why === "outOfService" ? ` on the night of ${said(night)}` : "";
  const instead =
    free.length > 0
      ? `Free instead: ${free.map(({ name }) => name).join(", ")}.`
      : `Nothing else is free from ${said(date)} to ${said(endDate)}.`;
  return fail("ROOM_NOT_AVAILABLE", {
    field: "petServices",
    reason: `${room?.name ?? "The unit"} ${words[why]}${on}. ${instead}`,
    facts: { why, night, lodgingUnitId: nights.unitId, freeLodgings: free.map(({ unitId }) => unitId).join(",") },
  });
}

/** The same, and that it can be done all the same: by the extra places that are allowed on these nights. */
export function withExtraPlaces({ code, message, options }: Refusal): Refusal {
  const fields = options.fields?.map((one) => ({ ...one, reason: `${one.reason} Your team may use an extra place for these nights.` }));
  return new Refusal(code, message, { ...options, ...(fields && { fields }), facts: { ...options.facts, overbook: "extraPlaces" } });
}

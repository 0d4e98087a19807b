import { randomBytes } from "node:crypto";
import type { Ctx } from "@leashline/kit";
import type { HoldStayRequest, StayingPet } from "@leashline/proto/leashline/calendar/v1/stay_hold_service_pb.js";
import type { ServiceLine } from "../appointments/appointment.ts";
import { mustBeStay } from "../booking/book.ts";
import { placeStay } from "../booking/place-stay.ts";
import { noGrant } from "../booking/placement.ts";
import { type CalendarTx, command } from "../db.ts";
import type { PetFacts, Span } from "../lodging/room.ts";
import type { Occupancy } from "../occupancy/resource.ts";
import { type BusinessFacts, businessOf, todayAt } from "../projections/business.ts";
import { calendarDay, comingDay } from "../scheduling/asked-days.ts";
import { boundLocks, isBeyondBounds } from "./hold.store.ts";
import { holderOf } from "./hold.ts";
import { deleteStayHold, saveStayHold } from "./stay-hold.store.ts";

/** Without a token the rooms are free, but not kept. */
export type HeldStay = { token: string; expiresAt: string };

/** Pets that nobody has on record are told apart by their place in the request. */
export const factsOf = (pets: readonly StayingPet[]): PetFacts[] =>
  pets.map(({ petType, weight, petSizeId, ownLodging }, index) => ({ petId: String(index + 1), petType, weight, petSizeId, ownLodging }));

/** Keeps the rooms that a stay would be given if it were booked now. */
export async function holdStay(ctx: Ctx, request: HoldStayRequest): Promise<HeldStay> {
  const business = await businessOf(ctx, request.businessId);
  const span = {
    date: comingDay(request.startDate, "startDate", todayAt(business, Date.now())),
    endDate: calendarDay(request.endDate, "endDate"),
    start: request.startTime,
    end: request.endTime,
  };
  mustBeStay(span);
  return await command(ctx, (tx) => keep({ tx, business, request, span }), { step: "hold stay" });
}

type Keeping = { tx: CalendarTx; business: BusinessFacts; request: HoldStayRequest; span: Span };

async function keep({ tx, business, request, span }: Keeping): Promise<HeldStay> {
  const { replaceToken: holdToken, lodgingTypeId } = request;
  const pets = factsOf(request.pets);
  const plan = { ...span, lines: pets.map(({ petId }) => lineFor(petId)) };
  const known = new Map(pets.map((pet) => [pet.petId, pet]));
  return await keepPlaces(
    tx,
    business,
    request,
    async () => (await placeStay({ tx, business, plan, grant: noGrant, pets: known, holdToken, lodgingTypeId })).taken,
  );
}

type Kept = Pick<HoldStayRequest, "visitor" | "replaceToken" | "holdMinutes">;

/** Keeps what is taken under a token, as far as the bounds of who asks allow. */
export async function keepPlaces(
  tx: CalendarTx,
  business: BusinessFacts,
  { visitor, replaceToken, holdMinutes }: Kept,
  take: () => Promise<readonly Occupancy[]>,
): Promise<HeldStay> {
  if (visitor) tx.lock(boundLocks(visitor));
  const taken = await take();
  if (visitor && (await isBeyondBounds(tx, visitor, replaceToken))) {
    if (replaceToken) await deleteStayHold(tx, replaceToken);
    return { token: "", expiresAt: "" };
  }
  const token = replaceToken || randomBytes(18).toString("base64url");
  const expiresAt = new Date(Date.now() + holdMinutes * 60_000).toISOString();
  const keys = visitor?.bounds.map(({ key }) => key) ?? [];
  await saveStayHold(tx, { token, businessId: business.businessId, holder: holderOf(visitor), keys, taken, expiresAt });
  return { token, expiresAt };
}

/** A boarding line of which only the pet matters. */
export const lineFor = (petId: string): ServiceLine => ({
  ...{ id: petId, petId, petName: "", breed: "", petSizeId: "0", serviceId: "0", serviceName: "", careType: "BOARDING", colorCode: "" },
  ...{ staffId: "0", staffName: "", start: 0, duration: 0, price: "0", taxId: "0", lodgings: [], priceParts: [] },
});

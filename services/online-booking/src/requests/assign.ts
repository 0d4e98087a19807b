import { asTenant, type Ctx, fail } from "@leashline/kit";
import { command } from "../db.ts";
import { withFittingAddOns } from "../storefront/add-ons.ts";
import type { WeighedWish } from "../storefront/plan.ts";
import { offersOf, type Shop, shopOf } from "../storefront/shop.ts";
import { groupsFor, type Held, holdTime } from "../storefront/times.ts";
import { keepDays, keepRooms, keepSeats, keepTime, keptFor, wishesOf } from "./request.jobs.ts";
import { lockFor, mustRead, saveMove } from "./request.store.ts";
import { can, type RequestRow } from "./request.ts";

/** The time goes from one staff member's day to another's; their hold replaces the one there was. */
export async function assignStaff(ctx: Ctx, row: RequestRow): Promise<RequestRow> {
  if (!can("assign", row.state)) throw fail("STATE_CONFLICT", { facts: { state: row.state } });
  const { id, businessId } = row;
  // The calendar tells a try from its repetition itself: by the hold that is replaced.
  const plain = asTenant({ ...ctx, idempotencyKey: "" }, { companyId: ctx.companyId, businessId, name: ctx.caller.name });
  const shop = await shopOf(plain, businessId);
  const wanted = await keptFor(shop, row);
  if (!wanted) throw fail("STATE_CONFLICT", { message: "The time that was asked for is over." });
  if (row.endDate !== null) {
    await save(ctx, row, { token: (await keepRooms(shop, row, wanted)).token, staffId: row.staffId }, row.staffName);
    return await mustRead(ctx, id);
  }
  if (row.byDay || row.classId !== "0") {
    const { token } = await (row.byDay ? keepDays : keepSeats)(shop, row, wanted);
    await save(ctx, row, { token, staffId: row.staffId }, row.staffName);
    return await mustRead(ctx, id);
  }
  const able = await ableTo(shop, row, wanted.pets);
  // What it takes and costs stays as it was asked for, whoever does it.
  const inOrder = shop.staff.map(({ staffId }) => staffId).filter((staffId) => able.includes(staffId));
  const first = inOrder.filter((staffId) => staffId === row.staffId);
  const others = inOrder.filter((staffId) => staffId !== row.staffId);
  const held = await holdTime(shop, [[row.endTime - row.startTime, [...first, ...others]]], wanted);
  const staff = shop.staff.find(({ staffId }) => staffId === held.staffId);
  await save(ctx, row, held, staff ? `${staff.firstName} ${staff.lastName}`.trim() : "");
  return await mustRead(ctx, id);
}

/** Who may do what was asked for; an add-on that is offered no more keeps nobody from it, for accepting the request keeps it too. */
async function ableTo(shop: Shop, row: RequestRow, pets: readonly WeighedWish[]): Promise<string[]> {
  const wishes = wishesOf(row).map((wish, nth) => ({ ...wish, petSizeId: pets[nth]?.petSizeId ?? "0" }));
  const offers = await offersOf(shop, wishes);
  const isGone = (id: string) => !offers.has(id) && row.pets.some((pet) => pet.services.some((one) => one.addOn && one.serviceId === id));
  const left = wishes.map((wish) => withFittingAddOns({ ...wish, serviceIds: wish.serviceIds.filter((id) => !isGone(id)) }, offers));
  return groupsFor(shop, offers, left, "0").flatMap(([, staffIds]) => staffIds);
}

async function save(
  ctx: Ctx,
  { id, businessId, staffId, staffName }: RequestRow,
  held: Pick<Held, "token" | "staffId">,
  name: string,
): Promise<void> {
  await command(ctx, async (tx) => {
    await lockFor(tx, id, "assign");
    await saveMove(tx, id, "assign", { staffId: held.staffId, staffName: name, holdToken: held.token });
    const before = { staffId, staffName };
    tx.log({ entity: "booking_request", id, action: "assign", businessId, before, after: { staffId: held.staffId, staffName: name } });
    tx.notify("online_booking.requests", { businessId, ids: [id] });
    tx.schedule(keepTime, { key: id, dueAt: new Date(), payload: { id }, businessId });
    return {};
  });
}

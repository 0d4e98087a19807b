import { type Ctx, can, reachedClients, todayIn } from "@leashline/kit";
import { VisitPartyService } from "@leashline/proto/leashline/customer/v1/visit_party_service_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { query } from "../db.ts";
import { businessAt } from "./entry/entries.ts";
import { type Fit, fitsOf } from "./entry/fits.ts";
import { lastOffers } from "./entry/offer.store.ts";
import { spanOf } from "./entry/span.ts";
import { toEntry } from "./entry/waitlist.mapper.ts";
import type { EntryRow } from "./entry/waitlist.ts";

/** Entries as answers have them. `fits` are the free times that suit them, as far as they were looked for already. */
export async function shownEntries(ctx: Ctx, rows: readonly EntryRow[], fits?: ReadonlyMap<string, readonly Fit[]>) {
  const [first] = rows;
  if (!first) return [];
  const { timezoneName } = await businessAt(ctx, first.businessId);
  const today = todayIn(timezoneName);
  const open = rows.filter(({ state }) => state === "waiting");
  const week = spanOf(timezoneName, "", "", { start: "", end: "" });
  const ids = rows.map(({ id }) => id);
  const [phones, found, offers] = await Promise.all([
    phonesOf(ctx, rows),
    fits ?? fitsOf(ctx, open, week),
    query(ctx, (db) => lastOffers(db, ids)),
  ]);
  return rows.map((row) =>
    toEntry(row, {
      today,
      isAvailable: (found.get(row.id) ?? []).length > 0,
      phone: phones.get(row.customerId) ?? "",
      offer: offers.get(row.id),
    }),
  );
}

export async function shownEntry(ctx: Ctx, row: EntryRow) {
  return { entry: (await shownEntries(ctx, [row]))[0] };
}

/** Only for who may see how clients are reached, and of clients they reach. */
export async function phonesOf(ctx: Ctx, rows: readonly EntryRow[]): Promise<Map<string, string>> {
  if (!can(ctx, Permission.VIEW_CLIENT_CONTACT)) return new Map();
  const reached = await reachedClients(
    ctx,
    rows.map(({ customerId }) => customerId),
  );
  if (reached.size === 0) return new Map();
  const { clients } = await ctx.client(VisitPartyService).batchGetVisitProfiles({ customerIds: [...reached] });
  return new Map(clients.map(({ customerId, phoneDisplay }) => [customerId, phoneDisplay]));
}

import { fromBinary } from "@bufbuild/protobuf";
import type { Ctx } from "@leashline/kit";
import { ListDayCardsResponseSchema } from "@leashline/proto/leashline/calendar/v1/card_service_pb.js";
import { query } from "../db.ts";
import { type BusinessFacts, todayAt } from "../projections/business.ts";
import { listStaff } from "../projections/staff.store.ts";
import { currentCards } from "../rebuild/current-cards.ts";
import type { Rule } from "../series/rule.ts";
import { EVERYBODY, feedSpan } from "./feed.ts";
import { entriesOf, entryOfStay, type FedEntry } from "./feed-entries.ts";
import { icalOf } from "./feed-ical.ts";
import { readFedStays, readRules } from "./feed-stays.store.ts";

/** The feed of a staff member, or of everybody; null for staff who do not work there. */
export async function feedFile(ctx: Ctx, business: BusinessFacts, staffId: string): Promise<string | null> {
  const { businessId, zone } = business;
  const staff = await query(ctx, (db) => listStaff(db, businessId, { hidden: true }));
  const names = new Map(staff.filter((one) => !one.deleted).map((one) => [one.staffId, `${one.firstName} ${one.lastName}`.trim()]));
  if (staffId !== EVERYBODY && !names.has(staffId)) return null;
  const span = feedSpan(staffId, todayAt(business, Date.now()));
  const entries = await readEntries(ctx, businessId, staffId, { ...span, names });
  const feed = { name: names.get(staffId) ?? "Appointments", zone, publicUrl: ctx.runtime.config.publicUrl, ...span };
  return await icalOf(feed, entries, await rulesOf(ctx, entries));
}

type Asked = { readonly from: string; readonly to: string; readonly names: ReadonlyMap<string, string> };

/** What stands on the calendar of a person; of everybody, with who boards or comes for daycare. */
async function readEntries(ctx: Ctx, businessId: string, staffId: string, { from, to, names }: Asked): Promise<FedEntry[]> {
  const all = staffId === EVERYBODY;
  const asked = { from, to, businessId, staffIds: all ? [] : [staffId], statuses: [], notes: false };
  const { cards } = fromBinary(ListDayCardsResponseSchema, await currentCards(ctx, asked));
  const stays = all ? await query(ctx, (db) => readFedStays(db, businessId, from, to)) : [];
  return [...entriesOf(cards, (id) => (all ? (names.get(id) ?? "") : "")), ...stays.map(entryOfStay)];
}

/** How the series of these entries repeat, by the name of each. */
async function rulesOf(ctx: Ctx, entries: readonly FedEntry[]): Promise<Map<string, Rule>> {
  const repeating = entries.filter(({ series }) => series);
  const ids = (of: FedEntry["repeats"]["of"]) => [
    ...new Set(repeating.filter(({ repeats }) => repeats.of === of).map(({ repeats }) => repeats.id)),
  ];
  const rules = await query(ctx, async (db) => ({
    appointment: await readRules(db, "appointment", ids("appointment")),
    block: await readRules(db, "block", ids("block")),
  }));
  const found = new Map<string, Rule>();
  for (const { series, repeats } of repeating) {
    const rule = rules[repeats.of].get(repeats.id);
    if (rule) found.set(series, rule);
  }
  return found;
}

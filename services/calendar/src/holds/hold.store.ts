import { rowsOf } from "@leashline/kit";
import type { VisitorHold } from "@leashline/proto/leashline/calendar/v1/slot_service_pb.js";
import type { Wanted } from "../conflicts/slot-conflict.ts";
import type { CalendarTx } from "../db.ts";
import type { BusinessFacts } from "../projections/business.ts";
import { toStored } from "../scheduling/pet-share.ts";
import type { Holder } from "../scheduling/verdict.ts";
import { utcMinute } from "../scheduling/zone.ts";

type Facts = { expiresAt: string; holder: Holder; keys: string[]; requestId: string; card: Buffer | null; offeredUntil: Date | null };

/** Two who count by one key wait for each other. */
export const boundLocks = ({ bounds }: VisitorHold): string[] => bounds.map(({ key }) => `holds:${key}`);

const standing = (table: string): string =>
  `(select count(*) from ${table} where company_id = $1 and expires_at > clock_timestamp() and token <> $2 and bound.key = any(keys))`;
const beyond = `select true from unnest($3::text[], $4::int[]) as bound(key, most)
  where ${standing("slot_hold")} + ${standing("stay_hold")} >= most limit 1`;

/** Whether as many holds stand already as one of the bounds allows, without the one that is given up for this. */
export async function isBeyondBounds({ ctx, db }: CalendarTx, { bounds }: VisitorHold, replaceToken: string): Promise<boolean> {
  if (bounds.length === 0) return false;
  const values = [ctx.companyId, replaceToken, bounds.map(({ key }) => key), bounds.map(({ most }) => most)];
  return (await rowsOf(db, beyond, values)).length > 0;
}

type Holding = { business: BusinessFacts; wanted: Wanted; facts: Facts };

const instantsOf = ({ business: { zone }, wanted: { date, start, end } }: Holding) => ({
  fromUtc: String(utcMinute(date, start, zone)),
  toUtc: String(utcMinute(date, end, zone)),
});

/** The same time again is the same hold for longer: whoever else knows its token still holds it. */
export async function renewHold(tx: CalendarTx, token: string, holding: Holding): Promise<boolean> {
  const { fromUtc, toUtc } = instantsOf(holding);
  const { numUpdatedRows } = await tx.db
    .updateTable("slotHold")
    .set(holding.facts)
    .where("companyId", "=", tx.ctx.companyId)
    .where("token", "=", token)
    .where("staffId", "=", holding.wanted.staffId)
    .where("fromUtc", "=", fromUtc)
    .where("toUtc", "=", toUtc)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export async function isHeldAt(tx: CalendarTx, token: string, { date, start }: { date: string; start: number }): Promise<boolean> {
  const row = await tx.db
    .selectFrom("slotHold")
    .select("token")
    .where("companyId", "=", tx.ctx.companyId)
    .where("token", "=", token)
    .where("date", "=", date)
    .where("startMinute", "=", start)
    .executeTakeFirst();
  return row !== undefined;
}

/** Goes with the next statement. */
export function insertHold(tx: CalendarTx, { token, ...holding }: Holding & { token: string }): void {
  const { business, wanted, facts } = holding;
  const { staffId, date, start: startMinute, end: endMinute, pets, serviceIds, shares = [] } = wanted;
  const when = { date, startMinute, endMinute, ...instantsOf(holding) };
  tx.write(
    tx.db.insertInto("slotHold").values({
      companyId: tx.ctx.companyId,
      token,
      businessId: business.businessId,
      staffId,
      ...when,
      pets,
      serviceIds: [...serviceIds],
      petShares: JSON.stringify(shares.map(toStored)),
      ...facts,
    }),
  );
}

/** The hold of this token or those with this key, and with them all times whose hold has run out. */
export async function forgetHolds(tx: CalendarTx, { token, key }: { token: string; key: string }): Promise<object> {
  const { ctx, db } = tx;
  await db
    .deleteFrom("stayHold")
    .where("companyId", "=", ctx.companyId)
    .where((eb) => eb.or([eb("token", "=", token), ...(key ? [eb(eb.val(key), "=", eb.fn.any("keys"))] : [])]))
    .execute();
  const gone = await db
    .deleteFrom("slotHold")
    .where("companyId", "=", ctx.companyId)
    .where((eb) =>
      eb.or([eb("token", "=", token), eb("expiresAt", "<=", new Date()), ...(key ? [eb(eb.val(key), "=", eb.fn.any("keys"))] : [])]),
    )
    .returning((eb) => ["businessId", "date", eb("card", "is not", null).as("shown")])
    .execute();
  for (const { businessId, date, shown } of gone) if (shown) tx.notify("calendar.cards", { businessId, dates: [date] });
  return {};
}

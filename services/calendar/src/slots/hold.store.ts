import { rowsOf } from "@leashline/kit";
import type { VisitorHold } from "@leashline/proto/leashline/calendar/v1/slot_service_pb.js";
import type { Wanted } from "../availability/refusal.ts";
import type { CalendarTx } from "../db.ts";
import type { Holder } from "../scheduling/verdict.ts";
import { utcMinute } from "../scheduling/zone.ts";
import type { Place } from "../staff/place.ts";

type Facts = { expires_at: string; holder: Holder; keys: string[] };

/** Two who count by one key wait for each other. */
export const boundLocks = ({ bounds }: VisitorHold): string[] => bounds.map(({ key }) => `holds:${key}`);

const beyond = `select true from unnest($3::text[], $4::int[]) as bound(key, most)
  where (select count(*) from slot_hold where company_id = $1 and expires_at > clock_timestamp() and token <> $2 and bound.key = any(keys)) >= most limit 1`;

/** Whether as many holds stand already as one of the bounds allows, without the one that is given up for this. */
export async function isBeyondBounds({ ctx, db }: CalendarTx, { bounds }: VisitorHold, replaceToken: string): Promise<boolean> {
  if (bounds.length === 0) return false;
  const values = [ctx.companyId, replaceToken, bounds.map(({ key }) => key), bounds.map(({ most }) => most)];
  return (await rowsOf(db, beyond, values)).length > 0;
}

type Holding = { place: Place; wanted: Wanted; facts: Facts };

const instantsOf = ({ place: { zone }, wanted: { date, start, end } }: Holding) => ({
  from_utc: String(utcMinute(date, start, zone)),
  to_utc: String(utcMinute(date, end, zone)),
});

/** The same time again is the same hold for longer: whoever else knows its token still holds it. */
export async function renewHold(tx: CalendarTx, token: string, holding: Holding): Promise<boolean> {
  const { from_utc, to_utc } = instantsOf(holding);
  const { numUpdatedRows } = await tx.db
    .updateTable("slot_hold")
    .set(holding.facts)
    .where("company_id", "=", tx.ctx.companyId)
    .where("token", "=", token)
    .where("staff_id", "=", holding.wanted.staffId)
    .where("from_utc", "=", from_utc)
    .where("to_utc", "=", to_utc)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export async function insertHold(tx: CalendarTx, { token, ...holding }: Holding & { token: string }): Promise<void> {
  const { place, wanted, facts } = holding;
  const { staffId: staff_id, date, start: start_minute, end: end_minute, pets, serviceIds } = wanted;
  const when = { date, start_minute, end_minute, ...instantsOf(holding) };
  await tx.db
    .insertInto("slot_hold")
    .values({
      company_id: tx.ctx.companyId,
      token,
      business_id: place.businessId,
      staff_id,
      ...when,
      pets,
      service_ids: [...serviceIds],
      ...facts,
    })
    .execute();
}

/** The hold of this token or those with this key, and with them all that have run out. */
export async function forgetHolds({ ctx, db }: CalendarTx, { token, key }: { token: string; key: string }): Promise<object> {
  await db
    .deleteFrom("slot_hold")
    .where("company_id", "=", ctx.companyId)
    .where((eb) =>
      eb.or([eb("token", "=", token), eb("expires_at", "<=", new Date()), ...(key ? [eb(eb.val(key), "=", eb.fn.any("keys"))] : [])]),
    )
    .execute();
  return {};
}

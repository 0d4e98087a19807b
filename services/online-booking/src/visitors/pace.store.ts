import { rowsOf, type Tx } from "@leashline/kit";
import type { DB } from "../db.ts";
import type { Pace } from "./pace.ts";

const sweep = `delete from pace where company_id = $1 and until < clock_timestamp()`;
const wait = (turns: string): string => `case when ${turns} <= $4 then 0 else least($7, $6 * 4.0 ^ least(${turns} - $4 - 1, 12)) end`;
const after = (turns: string): string => `clock_timestamp() + make_interval(secs => ${wait(turns)})`;
const take = `insert into pace (company_id, what, who, turns, next_at, until)
  values ($1, $2, $3, 1, ${after("1")}, clock_timestamp() + make_interval(secs => $5))
  on conflict (company_id, what, who) do update set turns = pace.turns + 1, next_at = ${after("(pace.turns + 1)")}, until = greatest(pace.until, ${after("(pace.turns + 1)")})
  where pace.next_at <= clock_timestamp() returning greatest(0, ceil(extract(epoch from next_at - clock_timestamp())))::int as wait`;

/** Takes a turn and answers how many seconds the next one waits; null when there is none now. */
export async function turn(
  { ctx, db }: Tx<DB>,
  { what, free, windowSeconds, firstWait, mostWait }: Pace,
  who: string,
): Promise<number | null> {
  await rowsOf(db, sweep, [ctx.companyId]);
  const taken = await rowsOf<{ wait: number }>(db, take, [ctx.companyId, what, who, free, windowSeconds, firstWait, mostWait]);
  return taken[0]?.wait ?? null;
}

export async function nextTurn({ ctx, db }: Tx<DB>, { what }: Pace, who: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom("pace")
    .select("nextAt")
    .where("companyId", "=", ctx.companyId)
    .where("what", "=", what)
    .where("who", "=", who)
    .executeTakeFirst();
  return row?.nextAt;
}

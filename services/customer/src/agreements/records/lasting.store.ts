import { type RawBuilder, sql } from "kysely";
import { counts } from "../../smart-list/signature.store.ts";
import { endsAt } from "./record.store.ts";

const term = sql`make_interval(months => a.expire_months)`;
/** When a signature that is given now would run out by its months: the same day of a later month where clocks show UTC, as `expiryOf` says. */
const anewUntil = sql`((now() at time zone 'UTC' + ${term}) at time zone 'UTC')`;
const hasTerm = sql`a.expire_months > 0`;

/** Agreement `a` has a last day that is before then: who signs again before it is over has a signature that ends with it too. */
const endsBefore = (then: RawBuilder<unknown>) => sql`coalesce(a.date_ends_at > now() and a.date_ends_at <= ${then}, false)`;
/** Signed again today it would be over by then as well. */
const tooFar = (then: RawBuilder<unknown>) => sql`(${hasTerm} and ${anewUntil} <= ${then})`;
/** A signature that ends at `end` has half of its time before it. */
const young = (end: RawBuilder<unknown>) => sql`(${hasTerm} and ${end} > now() + ${term} / 2)`;

/**
 * Signature `r` counts for what agreement `a` asks of something that is over then (decision 0152): it counts now, and lasts until then, unless to sign again now
 * would not help or is too soon.
 */
export const countsUntil = (then: RawBuilder<unknown>) => sql`(${counts} and (coalesce(${endsAt} > ${then}, true)
  or ${endsBefore(then)} or ${tooFar(then)} or ${young(endsAt)}))`;

/**
 * When visit `v` will ask for agreement `a`, of which it asks nothing as yet though the best signature `r` among `signatures` runs out before it: null where that
 * does not come by itself. The day is for months of other lengths.
 */
export const asksLaterAt = (signatures: RawBuilder<unknown>) => sql<Date | null>`(select greatest(v.ends_at - ${term},
    max(coalesce(${endsAt}, 'infinity')) - ${term} / 2, now() + interval '1 day')
  from agreement_record r where ${signatures} and ${counts}
  having ${hasTerm} and not ${endsBefore(sql`v.ends_at`)} and max(coalesce(${endsAt}, 'infinity')) <= v.ends_at
    and (${tooFar(sql`v.ends_at`)} or ${young(sql`max(${endsAt})`)}))`;

import { rowsOf } from "@leashline/kit";
import type { Db } from "../db.ts";

export type Days = { businessId: string; zone: string; from: string; to: string };
export type VisitDay = { date: string; step: number; visits: number };
export type RequestDay = { date: string; state: string; requests: number; minor: string };

const within = (column: string): string =>
  `company_id = $1 and business_id = $2 and ${column} >= ($4::date)::timestamp at time zone $3 and ${column} < ($5::date + 1)::timestamp at time zone $3`;

/** By local day and the furthest step. */
export const readVisits = async (db: Db, { businessId, zone, from, to }: Days): Promise<VisitDay[]> =>
  await rowsOf<VisitDay>(
    db,
    `select to_char(began_at at time zone $3, 'YYYY-MM-DD') as date, step, count(*)::int as visits
       from page_visit where ${within("began_at")} group by 1, 2`,
    [db.companyId, businessId, zone, from, to],
  );

/** What was sent from the page, by local day and by what has become of it. `minor` in the business's money. */
export const readSent = async (db: Db, { businessId, zone, from, to }: Days, currency: string): Promise<RequestDay[]> =>
  await rowsOf<RequestDay>(
    db,
    `select to_char(created_at at time zone $3, 'YYYY-MM-DD') as date, state, count(*)::int as requests,
            coalesce(sum(total) filter (where currency = $6), 0)::text as minor
       from booking_request where ${within("created_at")} and flow_id <> '' group by 1, 2`,
    [db.companyId, businessId, zone, from, to, currency],
  );

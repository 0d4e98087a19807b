import { rowsOf } from "@leashline/kit";
import type { Db } from "../db.ts";

export type Span = { businessId: string; from: string; to: string; today: string; staffId: string | null };
export type LineRow = { id: string; name: string; quantity: number; gross: string; discount: string; tax: string };
export type TotalsRow = {
  gross: string;
  discount: string;
  tax: string;
  tips: string;
  due: string;
  outstanding: string;
};
/** The same of orders whose visits are still to come. */
export type AheadRow = Omit<TotalsRow, "due">;
export type MethodRow = { method: string; payments: number; collected: string; refunded: string };
export type VisitsRow = { booked: number; finished: number; cancelled: number; noShows: number; pets: number };
export type TipRow = { staffId: string; name: string; tips: string };
export type DayRow = { date: string; net: string; collected: string; tips: string; appointments: number };

// An order counts unless it was cancelled; see OrderStatus.
const [completedOrder, cancelledOrder] = [2, 3];
const finishedVisit = 3;

// Nothing is sold yet with a visit on a later day, or with one of today that neither is finished nor has its bill completed.
const ahead = (
  today: string,
) => `exists (select 1 from appointment_fact a where a.company_id = o.company_id and a.appointment_id = o.appointment_id
  and not a.cancelled and a.status <> ${finishedVisit} and (a.date > ${today}::date or (a.date = ${today}::date and o.status <> ${completedOrder})))`;
const ofDays = `o.company_id = $1 and o.business_id = $2 and o.business_date between $3 and $4 and o.status <> ${cancelledOrder}`;
const counted = `from order_fact o join order_line_fact l on l.company_id = o.company_id and l.order_id = o.order_id
  where ${ofDays} and ($5::bigint is null or l.staff_id = $5) and not ${ahead("$6")}`;
const sums = "sum(l.quantity)::int as quantity, sum(l.gross)::text as gross, sum(l.discount)::text as discount, sum(l.tax)::text as tax";
// A service that several people did is one, however many rows it has; of one person it is what they had a part in.
const byService = `select l.service_id::text as id, min(l.name) as name, ${sums.replace(")::int", ") filter (where l.line_id > 0 or $5::bigint is not null)::int")} ${counted} group by l.service_id, case when l.service_id = 0 then l.name end order by sum(l.gross - l.discount) desc, min(l.name)`;
const byStaff = `select l.staff_id::text as id, min(l.staff_name) as name, ${sums} ${counted} group by l.staff_id order by sum(l.gross - l.discount) desc, min(l.staff_name)`;
const totals = `select ${ahead("$5")} as ahead, sum(sub_total)::text as gross, sum(discount)::text as discount, sum(tax)::text as tax,
  sum(tips)::text as tips, sum(total)::text as due, sum(remain)::text as outstanding from order_fact o where ${ofDays} group by 1`;
const none: TotalsRow = { gross: "0", discount: "0", tax: "0", tips: "0", due: "0", outstanding: "0" };
const byMethod = `select method, count(*) filter (where kind = 'payment')::int as payments, coalesce(sum(amount) filter (where kind = 'payment'), 0)::text as collected,
  coalesce(sum(amount) filter (where kind = 'refund'), 0)::text as refunded
  from money_fact where company_id = $1 and business_id = $2 and business_date between $3 and $4 and kind in ('payment', 'refund')
  group by method order by sum(amount) desc, method`;
/** What payment calls it: a debt to the client that is paid off, or taken on, and no money that came in or went out. */
export const STORE_CREDIT = "store credit";
const visits = `select count(*) filter (where not cancelled)::int as booked, count(*) filter (where status = ${finishedVisit} and not cancelled)::int as finished,
  count(*) filter (where cancelled)::int as cancelled, count(*) filter (where no_show)::int as no_shows, coalesce(sum(pets) filter (where not cancelled), 0)::int as pets
  from appointment_fact where company_id = $1 and business_id = $2 and date between $3 and $4
  and ($5::bigint is null or appointment_id in (select o.appointment_id from order_fact o join order_line_fact l on l.company_id = o.company_id and l.order_id = o.order_id
    where o.company_id = $1 and o.business_id = $2 and o.business_date between $3 and $4 and l.staff_id = $5))`;
const tipsByStaff = `select t.staff_id::text as staff_id, coalesce(min(s.name), '') as name, sum(t.amount)::text as tips
  from order_fact o join tip_fact t on t.company_id = o.company_id and t.order_id = o.order_id
  left join staff_fact s on s.company_id = t.company_id and s.staff_id = t.staff_id
  where ${ofDays} and ($5::bigint is null or t.staff_id = $5) and not ${ahead("$6")}
  group by t.staff_id order by sum(t.amount) desc, t.staff_id`;
const soldThen = (sum: string) => `(select coalesce(sum(${sum}), 0)::text from order_fact o
    where o.company_id = $1 and o.business_id = $2 and o.business_date = d::date and o.status <> ${cancelledOrder} and not ${ahead("$5")})`;
const days = `select d::date::text as date, ${soldThen("sub_total - discount")} as net,
  (select coalesce(sum(amount) filter (where kind = 'payment' and method <> '${STORE_CREDIT}'), 0)::text from money_fact where company_id = $1 and business_id = $2 and business_date = d::date) as collected,
  ${soldThen("tips")} as tips,
  (select count(*)::int from appointment_fact where company_id = $1 and business_id = $2 and date = d::date and not cancelled) as appointments
  from generate_series($3::date, $4::date, interval '1 day') d order by d`;
const kept = `select coalesce(sum(amount) filter (where kind = 'kept_deposit'), 0)::text as kept,
  coalesce(sum(case kind when 'payment' then card_fee when 'refund' then -card_fee end), 0)::text as card_fees
  from money_fact where company_id = $1 and business_id = $2 and business_date between $3 and $4`;
const currency = "select currency from order_fact where company_id = $1 and business_id = $2 order by business_date desc limit 1";

export type SalesFacts = {
  totals: TotalsRow;
  ahead: AheadRow;
  services: LineRow[];
  staff: LineRow[];
  methods: MethodRow[];
  visits: VisitsRow;
  tips: TipRow[];
  currency: string | null;
  /** What of deposits became the business's. */
  kept: string;
  /** What clients paid on top for paying by card, less what of it went back. */
  cardFees: string;
};

export async function readSales(db: Db, { businessId, from, to, today, staffId }: Span): Promise<SalesFacts> {
  const span = [db.companyId, businessId, from, to];
  const ordered = await rowsOf<TotalsRow & { ahead: boolean }>(db, totals, [...span, today]);
  const [seen] = await rowsOf<VisitsRow>(db, visits, [...span, staffId]);
  const [beside] = await rowsOf<{ kept: string; cardFees: string }>(db, kept, span);
  const [money] = await rowsOf<{ currency: string }>(db, currency, [db.companyId, businessId]);
  return {
    totals: ordered.find((row) => !row.ahead) ?? none,
    ahead: ordered.find((row) => row.ahead) ?? none,
    visits: seen as VisitsRow,
    services: await rowsOf<LineRow>(db, byService, [...span, staffId, today]),
    staff: await rowsOf<LineRow>(db, byStaff, [...span, staffId, today]),
    methods: await rowsOf<MethodRow>(db, byMethod, span),
    tips: await rowsOf<TipRow>(db, tipsByStaff, [...span, staffId, today]),
    currency: money?.currency ?? null,
    kept: beside?.kept ?? "0",
    cardFees: beside?.cardFees ?? "0",
  };
}

export const readDays = (db: Db, { businessId, from, to, today }: Omit<Span, "staffId">): Promise<DayRow[]> =>
  rowsOf<DayRow>(db, days, [db.companyId, businessId, from, to, today]);

import { create, toBinary } from "@bufbuild/protobuf";
import { toMoney } from "@leashline/kit";
import { ListMonthCardsResponseSchema } from "@leashline/proto/leashline/calendar/v1/card_service_pb.js";
import { RENDER_VERSION } from "../../services/calendar/src/cards/card.ts";
import type { House, Shop } from "./house.ts";

/** So many visits a day for each of the staff, from 9 on, for so many days. */
export interface History {
  perStaff: number;
  from: string;
  days: number;
  /** How long a visit takes and how often one begins; left out: 45 minutes on the hour. */
  lasts?: number;
  every?: number;
  /** Every card with its own picture; else all bear one, as long as any: slots never look at it. */
  pictures?: boolean;
}

export const dayAfter = (days: number): string => Temporal.Now.plainDateISO("America/Los_Angeles").add({ days }).toString();

const zone = "America/Los_Angeles";
const minutes = 45;

// The nth visit `hour` of staff member `staff` on day `day`; $1 company, $2 business, $3 staff, $4 first day, $5 days, $6 visits a day, $7 first id,
// $8 minutes from one to the next, $9 minutes of each.
const visits = `(select *, id % 90 + 1 as client from (select $7::bigint + row_number() over () as id, day::date as day, staff, 540 + $8::int * hour as at
  from generate_series($4::date, $4::date + $5::int - 1, interval '1 day') day, unnest($3::bigint[]) with ordinality as s(staff, who), generate_series(0, $6::int - 1) hour) made) v`;
const instant = (minute: string) => `(day + make_interval(mins => ${minute})) at time zone '${zone}'`;

const appointment = `insert into calendar.appointment (company_id, id, business_id, customer_id, customer_first_name, customer_last_name, date, end_date, start_minute,
    end_minute, start_at, end_at, staff_id, currency)
  select $1, id, $2, client, 'Client', 'Nr ' || client, day, day, at, at + $9::int, ${instant("at")}, ${instant("at + $9::int")}, staff, 'USD' from ${visits}`;
const petService = `insert into calendar.pet_service (company_id, appointment_id, position, pet_id, pet_name, breed, service_id, service_name, care_type, staff_id, start_minute,
    duration, price_minor)
  select $1, a.id, 0, a.customer_id, 'Biscuit', 'Standard poodle', 1, 'Full groom', 'GROOMING', a.staff_id, a.start_minute, a.end_minute - a.start_minute, 11800
  from calendar.appointment a where company_id = $1 and id > $2`;
const occupancy = `insert into calendar.occupancy (company_id, source_kind, source_id, resource_kind, resource_id, day, from_utc, to_utc, business_id, exclusive, seats, service_ids)
  select $1, 1, a.id, 1, a.staff_id, a.date, extract(epoch from a.start_at) / 60, extract(epoch from a.end_at) / 60, a.business_id, true, 1, '{1}'
  from calendar.appointment a where company_id = $1 and id > $2`;
const card = `insert into calendar.calendar_card (company_id, source_kind, source_id, staff_id, business_id, status, date, end_date, start_minute, render_version, lean)
  select $1, 1, a.id, a.staff_id, a.business_id, 1, a.date, a.date, a.start_minute, ${RENDER_VERSION}, $3
  from calendar.appointment a where company_id = $1 and id > $2`;

type CardRow = { appointment_id: string; date: string; start_minute: number; staff_id: string; customer_id: string };

/** Lays visits in by SQL: appointment, its line, its card, as the calendar itself would have stored them. Answers how many. */
export async function layHistory(
  { admin }: House,
  { identity, staffIds }: Shop,
  { perStaff, from, days, lasts = minutes, every = 60, pictures }: History,
): Promise<number> {
  const { companyId, businessId } = identity;
  const count = perStaff * days * staffIds.length;
  const client = await admin.connect();
  try {
    const { rows } = await client.query("select nextval('calendar.appointment_id_seq') as id");
    const first = rows[0].id as string;
    await client.query("select setval('calendar.appointment_id_seq', $1::bigint + $2)", [first, count]);
    // The foreign keys hold by the way the rows are made; checking each would take longer than the rest.
    await client.query("set session_replication_role = replica");
    await client.query(appointment, [companyId, businessId, staffIds, from, days, perStaff, first, every, lasts]);
    await client.query(petService, [companyId, first]);
    await client.query(occupancy, [companyId, first]);
    await client.query(card, [companyId, first, picture(anybody)]);
    await client.query("set session_replication_role = origin");
    if (pictures) await render(client, companyId, first);
  } finally {
    client.release();
  }
  for (const table of ["appointment", "pet_service", "occupancy", "calendar_card"]) await admin.query(`vacuum analyze calendar.${table}`);
  return count;
}

/** The stored picture of every card of the visits after the first id. */
async function render(
  client: { query: (text: string, values?: unknown[]) => Promise<{ rows: CardRow[] }> },
  companyId: string,
  first: string,
): Promise<void> {
  await client.query("analyze calendar.calendar_card");
  const { rows } = await client.query(
    `select source_id::text as appointment_id, date::text, start_minute, staff_id::text, (source_id % 90 + 1)::text as customer_id
     from calendar.calendar_card where company_id = $1 and source_kind = 1 and source_id > $2`,
    [companyId, first],
  );
  await client.query(
    "update calendar.calendar_card c set lean = n.lean from unnest($2::bigint[], $3::bytea[]) n(id, lean) where c.company_id = $1 and c.source_kind = 1 and c.source_id = n.id",
    [companyId, rows.map((row) => row.appointment_id), rows.map(picture)],
  );
}

const anybody: CardRow = {
  appointment_id: "100000",
  date: "2030-01-01",
  start_minute: 540,
  staff_id: "10",
  customer_id: "45",
};

/** One element of the list field, framed as the calendar stores it. */
function picture(row: CardRow): Buffer {
  const shown = {
    cardId: row.appointment_id,
    cardType: 1,
    appointmentId: row.appointment_id,
    appointmentStatus: 1,
    date: row.date,
    startTime: row.start_minute,
    endTime: row.start_minute + minutes,
    staffId: row.staff_id,
    customerInfo: { customerId: row.customer_id, firstName: "Client", lastName: `Nr ${row.customer_id}` },
    pets: [{ petId: row.customer_id, petName: "Biscuit", breed: "Standard poodle" }],
    services: [{ petDetailId: row.appointment_id, petId: row.customer_id, serviceId: "1", serviceName: "Full groom" }],
    estimatedTotalPrice: toMoney(11_800, "USD"),
    paymentStatus: 1,
    paidAmount: toMoney(0, "USD"),
    version: 1,
    serviceItemTypes: ["GROOMING"],
  };
  return Buffer.from(toBinary(ListMonthCardsResponseSchema, create(ListMonthCardsResponseSchema, { cards: [shown] })));
}

/** The same cards in one flat, indexed table, for the baseline: it joins nothing. */
export async function layFlatCards({ admin }: House, { identity }: Shop): Promise<void> {
  await admin.query("create schema if not exists bench");
  await admin.query(
    `create table bench.card as select c.company_id, a.id::text as "cardId", 1 as "cardType", a.id::text as "appointmentId", a.status as "appointmentStatus", c.date,
       c.start_minute as "startTime", a.end_minute as "endTime", c.staff_id::text as "staffId", a.customer_id::text as "customerId", a.customer_first_name as "customerFirstName",
       a.customer_last_name as "customerLastName", p.pet_name as "petNames", p.breed as "petBreeds", p.service_name as "serviceNames", '118.00' as "estimatedTotalPrice",
       1 as "paymentStatus", '0.00' as "paidAmount", 1 as version, p.care_type as "serviceItemTypes"
     from calendar.calendar_card c join calendar.appointment a on a.company_id = c.company_id and c.source_kind = 1 and a.id = c.source_id
     join calendar.pet_service p on p.company_id = a.company_id and p.appointment_id = a.id where c.company_id = $1`,
    [identity.companyId],
  );
  await admin.query("create index on bench.card (company_id, date)");
  await admin.query("vacuum analyze bench.card");
}

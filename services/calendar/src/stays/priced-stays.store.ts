import type { Page } from "@leashline/kit";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import type { PricePart } from "@leashline/proto/rules/stay-price.ts";
import { sql } from "kysely";
import type { Db } from "../db.ts";
import type { Nights } from "../lodging/room.ts";

type Line = { petId: string; serviceId: string; price: string; parts: PricePart[]; lodgings: Nights[] };
export type PricedStayRow = {
  id: string;
  date: string;
  endDate: string;
  start: number;
  end: number;
  currency: string;
  firstVisit: boolean;
  lines: Line[];
};

/** The boarding stays of a business that begin on some days, with the explained lines of their boarding. */
export async function readPricedStays(db: Db, businessId: string, span: { from: string; to: string }, { limit, after }: Page) {
  const [date = span.from, id = "0"] = after ?? [];
  const { rows } =
    await sql<PricedStayRow>`select a.id, a.date, a.end_date, a.start_minute as start, a.end_minute as "end", a.currency, a.is_new_client as first_visit,
      coalesce(json_agg(json_build_object('petId', l.pet_id::text, 'serviceId', l.service_id::text, 'price', l.price_minor::text, 'parts', l.price_parts,
        'lodgings', l.lodgings)
        order by l.position) filter (where l.price_parts <> '[]' and l.stay_day = 0 and l.care_type = 'BOARDING'), '[]') as lines
    from appointment a join pet_service l on l.company_id = a.company_id and l.appointment_id = a.id
    where a.company_id = ${db.companyId} and a.business_id = ${businessId} and a.deleted_at is null
      and a.status <> ${sql.lit(AppointmentStatus.CANCELLED)} and a.end_date > a.date
      and a.date between ${span.from}::date and ${span.to}::date and (a.date, a.id) > (${date}::date, ${id}::bigint)
    group by a.company_id, a.id order by a.date, a.id limit ${limit}`.execute(db);
  return rows;
}

import { dayAfter, layHistory } from "./history.ts";
import type { House, Shop } from "./house.ts";

/** A company of 50 people with a million visits over three years, at one location. */
export interface Large {
  shop: Shop;
  visits: number;
  /** One of its visits, weeks ahead. */
  visitId: string;
}

const people = 50;
const days = 1_112;
/** Half an hour apart, from 9 to 18; what is left free are the hour before and the two after. */
const perStaff = 18;
const hours = { isAvailable: true, timeRanges: [{ start: 480, end: 1200 }], slots: [], limitationGroups: [] };
/** As many clients as the visits name, around the middle of Seattle. */
const clients = 90;

export async function layLarge(house: House): Promise<Large> {
  const { admin } = house;
  const shop = await house.openShop("large", people);
  const { companyId } = shop.identity;
  await admin.query(
    "update calendar.staff_schedule set days = (select jsonb_agg($2::jsonb) from generate_series(1, 28)) where company_id = $1",
    [companyId, JSON.stringify(hours)],
  );
  await admin.query(
    `insert into customer.client (company_id, id, first_name, last_name) overriding system value
      select $1, n, 'Client', 'Nr ' || n from generate_series(1, $2::int) n`,
    [companyId, clients],
  );
  await admin.query(
    `insert into customer.address (company_id, client_id, address1, zipcode, lat, lng, is_primary)
      select $1, n, n || ' Pine St', '98101', (47.55 + (n * 37 % 90) / 900.0)::numeric(9, 5)::text, (-122.38 + (n * 53 % 90) / 900.0)::numeric(9, 5)::text, true
      from generate_series(1, $2::int) n`,
    [companyId, clients],
  );
  const visits = await layHistory(house, shop, { perStaff, from: dayAfter(-720), days, every: 30, lasts: 25 });
  const { rows } = await admin.query(
    "select id::text from calendar.appointment where company_id = $1 and staff_id = $2 and date = $3 order by start_minute limit 1",
    [companyId, shop.staffIds[0], dayAfter(10)],
  );
  return { shop, visits, visitId: rows[0]?.id ?? "0" };
}

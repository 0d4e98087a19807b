import { fail } from "@leashline/kit";
import type { FilterFieldName, FilterKind } from "@leashline/proto/rules/client-filter.ts";
import { type RawBuilder, sql } from "kysely";
import { sizeId } from "../pets/size.store.ts";
import { paperProperties } from "./paper-properties.store.ts";

/** What clients are filtered by, as it lies in `c` (client), `f` (its facts) and the tables beside them. */

export type Condition = RawBuilder<boolean>;
/**
 * For whom a filter is: in what they count money, where days begin for them and which it is, whether they see how clients are reached, and the locations whose abandoned
 * bookings they see: null for all, and instead of them where they see none.
 */
export type FilteredFor = {
  currency: string;
  zone: string;
  today: string;
  contact: boolean;
  abandoned: { businessIds: readonly string[] | null } | null;
};

/** As the database compares it; what people choose from and money are one of these there. */
export type Kind = Exclude<FilterKind, "choice" | "money">;
export type Property = {
  kind: Kind;
  value: RawBuilder<unknown>;
  /** Wraps a condition on another table's row: some such row exists. */
  some?: (condition: Condition, who: FilteredFor) => Condition;
  /** What the caller writes, as stored. */
  read?: (value: string) => string;
  /** Kept in small letters, as it is compared. */
  lower?: boolean;
  /** A whole number of `f`: what it is for a client without facts. */
  blank?: RawBuilder<unknown>;
  /** A boolean that says itself whether it is so: nothing to compare it with, so that other rows may be looked up first. */
  bare?: boolean;
  /** An instant, compared by the caller's day. */
  instant?: boolean;
  /** What one value says, where that is more than to be equal to it. */
  says?: (value: string, who: FilteredFor) => Condition;
};

const some =
  (from: RawBuilder<unknown>) =>
  (condition: Condition): Condition =>
    sql<boolean>`exists (select 1 from ${from} and ${condition})`;
/** Bookings begun on the storefront and left, at the locations whose ones the caller sees. */
const abandoned = (condition: Condition, { abandoned: seen }: FilteredFor): Condition =>
  sql<boolean>`exists (select 1 from abandoned_booking b where b.company_id = c.company_id and b.client_id = c.id and b.left_at <= now()
      and ${seen?.businessIds ? sql`b.business_id = any(${seen.businessIds}::bigint[])` : sql`true`} and ${condition})`;
const pet = some(sql`pet p where p.company_id = c.company_id and p.client_id = c.id and p.deleted_at is null`);
const address = some(sql`address a where a.company_id = c.company_id and a.client_id = c.id and a.deleted_at is null`);
const tag = some(sql`client_tag l where l.company_id = c.company_id and l.client_id = c.id`);
const code = some(
  sql`pet p cross join unnest(p.pet_code_ids) as code(id) where p.company_id = c.company_id and p.client_id = c.id and p.deleted_at is null`,
);
const of = (kind: Kind, value: RawBuilder<unknown>, more: Partial<Property> = {}): Property => ({ kind, value, ...more });
/** A number among the facts: none of them is nought. */
const fact = (column: string, more: Partial<Property> = {}): Property =>
  of("number", sql.ref(`f.${column}`), { blank: sql`0::bigint`, ...more });
const choice = (map: Record<string, string>) => (value: string) => {
  const found = map[value.toLowerCase()];
  if (found === undefined)
    throw fail("PARAMS_INVALID", { field: "filters", reason: `${value} is not one of ${Object.keys(map).join(", ")}` });
  return found;
};

export const properties: Readonly<Record<FilterFieldName, Property>> = {
  client_id: of("id", sql`c.id`),
  client_status: of("boolean", sql`c.inactive`, { read: choice({ active: "false", inactive: "true" }) }),
  client_type: of("number", sql`c.type`, { read: choice({ lead: "1", customer: "2" }) }),
  first_name: of("text", sql`c.first_name_key`, { lower: true }),
  last_name: of("text", sql`c.last_name_key`, { lower: true }),
  email: of("text", sql`c.email_key`, { lower: true }),
  phone_number: of("text", sql`c.phone_number`),
  client_tag: of("id", sql`l.tag_id`, { some: tag }),
  preferred_groomer: of("id", sql`c.preferred_groomer_id`),
  preferred_business: of("id", sql`c.preferred_business_id`),
  referral_source: of("id", sql`c.referral_source_id`),
  zipcode: of("text", sql`a.zipcode`, { some: address }),
  city: of("text", sql`a.city`, { some: address }),
  create_date: of("date", sql`c.created_at`, { instant: true }),
  source: of("text", sql`c.source`),
  owner_unknown: of("boolean", sql`c.owner_unknown`),
  unsubscribed: of("boolean", sql`c.is_unsubscribed`),
  block_message: of("boolean", sql`c.is_block_message`),
  block_online_booking: of("boolean", sql`c.is_block_online_booking`),
  pet_name: of("text", sql`p.pet_name`, { some: pet }),
  pet_type: of("text", sql`p.pet_type`, { some: pet }),
  pet_breed: of("text", sql`p.breed`, { some: pet }),
  pet_code: of("id", sql`code.id`, { some: code }),
  pet_weight: of("number", sql`p.weight`, { some: pet }),
  pet_size: of("id", sizeId, { some: pet }),
  pet_gender: of("number", sql`p.gender`, { some: pet, read: choice({ unknown: "0", male: "1", female: "2" }) }),
  pet_fixed: of("boolean", sql`p.fixed`, { some: pet }),
  pet_coat: of("text", sql`p.coat_type`, { some: pet }),
  pet_birthday: of("date", sql`p.birthday`, { some: pet }),
  pet_life_status: of("number", sql`p.life_status`, { some: pet, read: choice({ alive: "1", passed_away: "2" }) }),
  pet_count: of(
    "number",
    sql`(select count(*) from pet p where p.company_id = c.company_id and p.client_id = c.id and p.deleted_at is null)`,
  ),
  ...paperProperties,
  upcoming_count: fact("upcomingCount"),
  finished_count: fact("finishedCount"),
  cancelled_count: fact("cancelledCount"),
  no_show_count: fact("noShowCount"),
  total_count: fact("totalCount"),
  last_visit_date: of("date", sql`f.last_visit`, { blank: sql`null::date` }),
  next_visit_date: of("date", sql`f.next_visit`, { blank: sql`null::date` }),
  card_on_file: of(
    "boolean",
    sql`exists (select 1 from card_on_file k where k.company_id = c.company_id and k.client_id = c.id and k.cards > 0)`,
    { bare: true },
  ),
  total_paid: fact("paidMinor"),
  outstanding_balance: fact("outstandingMinor"),
  abandon_date: of("date", sql`b.seen_at`, { some: abandoned, instant: true }),
  abandon_status: of("text", sql`b.status`, { some: abandoned, lower: true }),
  abandon_step: of("text", sql`b.step`, { some: abandoned, lower: true }),
};

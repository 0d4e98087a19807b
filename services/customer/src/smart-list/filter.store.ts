import { decimalsOf, fail } from "@leashline/kit";
import {
  type ClientFilter,
  type FilterItem,
  FilterType,
  FilterOperator as Op,
} from "@leashline/proto/leashline/customer/v1/client_list_pb.js";
import { type RawBuilder, sql } from "kysely";

/** Turns the conditions people put together into one condition on `c` (client) and `f` (its facts). */

type Condition = RawBuilder<boolean>;
type Kind = "text" | "number" | "date" | "boolean" | "id";
type Property = {
  kind: Kind;
  value: RawBuilder<unknown>;
  /** Wraps a condition on another table's row: some such row exists. */
  some?: (condition: Condition) => Condition;
  /** What the caller writes, as stored. */
  read?: (value: string) => string;
  /** Stored in the smallest coin; compared in whole units of the currency. */
  money?: boolean;
  /** Reaches the client: whoever may not see it does not find out by asking either. */
  contact?: boolean;
};

const some =
  (from: RawBuilder<unknown>) =>
  (condition: Condition): Condition =>
    sql<boolean>`exists (select 1 from ${from} and ${condition})`;
const pet = some(sql`pet p where p.company_id = c.company_id and p.client_id = c.id and p.deleted_at is null`);
const address = some(sql`address a where a.company_id = c.company_id and a.client_id = c.id and a.deleted_at is null`);
const tag = some(sql`client_tag l where l.company_id = c.company_id and l.client_id = c.id`);
const code = some(
  sql`pet p cross join unnest(p.pet_code_ids) as code(id) where p.company_id = c.company_id and p.client_id = c.id and p.deleted_at is null`,
);
const of = (kind: Kind, value: RawBuilder<unknown>, more: Partial<Property> = {}): Property => ({ kind, value, ...more });
const choice = (map: Record<string, string>) => (value: string) => {
  const found = map[value.toLowerCase()];
  if (found === undefined)
    throw fail("PARAMS_INVALID", { field: "filters", reason: `${value} is not one of ${Object.keys(map).join(", ")}` });
  return found;
};

export const properties: Readonly<Record<string, Property>> = {
  client_id: of("id", sql`c.id`),
  client_status: of("boolean", sql`c.inactive`, { read: choice({ active: "false", inactive: "true" }) }),
  client_type: of("number", sql`c.type`, { read: choice({ lead: "1", customer: "2" }) }),
  first_name: of("text", sql`c.first_name`),
  last_name: of("text", sql`c.last_name`),
  email: of("text", sql`c.email`, { contact: true }),
  phone_number: of("text", sql`c.phone_number`, { contact: true }),
  client_tag: of("id", sql`l.tag_id`, { some: tag }),
  preferred_groomer: of("id", sql`c.preferred_groomer_id`),
  preferred_business: of("id", sql`c.preferred_business_id`),
  referral_source: of("id", sql`c.referral_source_id`),
  zipcode: of("text", sql`a.zipcode`, { some: address, contact: true }),
  city: of("text", sql`a.city`, { some: address, contact: true }),
  create_date: of("date", sql`c.created_at::date`),
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
  pet_count: of(
    "number",
    sql`(select count(*) from pet p where p.company_id = c.company_id and p.client_id = c.id and p.deleted_at is null)`,
  ),
  upcoming_count: of("number", sql`coalesce(f.upcoming_count, 0)`),
  finished_count: of("number", sql`coalesce(f.finished_count, 0)`),
  cancelled_count: of("number", sql`coalesce(f.cancelled_count, 0)`),
  no_show_count: of("number", sql`coalesce(f.no_show_count, 0)`),
  total_count: of("number", sql`coalesce(f.total_count, 0)`),
  last_visit_date: of("date", sql`f.last_visit`),
  next_visit_date: of("date", sql`f.next_visit`),
  card_on_file: of(
    "boolean",
    sql`exists (select 1 from card_on_file k where k.company_id = c.company_id and k.client_id = c.id and k.cards > 0)`,
  ),
  total_paid: of("number", sql`coalesce(f.paid_minor, 0)`, { money: true }),
  outstanding_balance: of("number", sql`coalesce(f.outstanding_minor, 0)`, { money: true }),
};

const negative: Partial<Record<Op, Op>> = {
  [Op.NOT_EQUAL]: Op.EQUAL,
  [Op.NOT_IN]: Op.IN,
  [Op.NOT_LIKE]: Op.LIKE,
};
const compare: Partial<Record<Op, string>> = {
  [Op.GREATER]: ">",
  [Op.GREATER_OR_EQUAL]: ">=",
  [Op.LESS]: "<",
  [Op.LESS_OR_EQUAL]: "<=",
  [Op.BEFORE]: "<",
  [Op.AFTER]: ">",
};
const like = (text: string): string => text.replace(/[\\%_]/g, "\\$&");
const types: Record<Kind, RawBuilder<unknown>> = {
  text: sql`text`,
  number: sql`numeric`,
  date: sql`date`,
  boolean: sql`boolean`,
  id: sql`bigint`,
};
const shapes: Record<Kind, RegExp> = {
  text: /^[\s\S]*$/,
  number: /^-?\d{1,12}(\.\d{1,6})?$/,
  date: /^\d{4}-\d{2}-\d{2}$/,
  boolean: /^(true|false)$/,
  id: /^\d{1,18}$/,
};

function read(property: Property, name: string, raw: string): string {
  const value = property.read ? property.read(raw) : raw.trim();
  const isDay = property.kind !== "date" || !Number.isNaN(Date.parse(value));
  if (!shapes[property.kind].test(value) || !isDay)
    throw fail("PARAMS_INVALID", { field: "filters", reason: `"${raw}" does not fit ${name}` });
  return property.kind === "text" ? value.toLowerCase() : value;
}

function positive(property: Property, item: FilterItem, operator: Op, currency: string): Condition {
  const { kind } = property;
  const value = kind === "text" ? sql`lower(${property.value})` : property.value;
  const coins = property.money ? sql` * ${10 ** decimalsOf(currency)}::numeric` : sql``;
  const typed = (text: string): RawBuilder<unknown> => sql`${read(property, item.property, text)}::${types[kind]}${coins}`;
  const one = (): RawBuilder<unknown> => typed(item.value);
  const sign = compare[operator];
  if (sign && kind !== "boolean") return sql<boolean>`${value} ${sql.raw(sign)} ${one()}`;
  if (operator === Op.EQUAL || operator === Op.ON) return sql<boolean>`${value} = ${one()}`;
  if (operator === Op.IN) return sql<boolean>`${value} = any(array[${sql.join(item.values.map(typed))}]::${types[kind]}[])`;
  if (operator === Op.RANGE && item.values.length === 2 && kind !== "boolean") {
    const [from, to] = item.values.map(typed);
    return sql<boolean>`${value} between ${from} and ${to}`;
  }
  if (kind === "text") {
    const text = like(item.value.trim().toLowerCase());
    if (operator === Op.LIKE) return sql<boolean>`${value} like ${`%${text}%`}`;
    if (operator === Op.LIKE_START) return sql<boolean>`${value} like ${`${text}%`}`;
    if (operator === Op.LIKE_END) return sql<boolean>`${value} like ${`%${text}`}`;
  }
  throw fail("PARAMS_INVALID", { field: "filters", reason: `${item.property} cannot be compared that way` });
}

/** For whom a filter is: in what they count money, and whether they see how clients are reached. */
export type FilteredFor = { currency: string; contact: boolean };

function itemCondition(item: FilterItem, { currency, contact }: FilteredFor): Condition {
  const property = properties[item.property];
  if (!property) throw fail("PARAMS_INVALID", { field: "filters", reason: `there is no property ${item.property}` });
  if (property.contact && !contact)
    throw fail("NO_PERMISSION", { field: "filters", message: "You cannot see clients’ contact details, so you cannot filter by them." });
  const base = negative[item.operator];
  const condition = positive(property, item, base ?? item.operator, currency);
  const found = property.some ? property.some(condition) : sql<boolean>`coalesce(${condition}, false)`;
  return base === undefined ? found : sql<boolean>`not ${found}`;
}

const deepest = 5;

/** All or any of the items and groups; an empty filter keeps everybody. */
export function conditionOf(filter: ClientFilter | undefined, who: FilteredFor, depth = 0): Condition {
  if (depth > deepest) throw fail("PARAMS_INVALID", { field: "filters", reason: "groups nest too deep" });
  const parts = [
    ...(filter?.filters ?? []).map((item) => itemCondition(item, who)),
    ...(filter?.groups ?? []).map((group) => conditionOf(group, who, depth + 1)),
  ];
  if (parts.length === 0) return sql<boolean>`true`;
  return sql<boolean>`(${sql.join(parts, filter?.type === FilterType.OR ? sql` or ` : sql` and `)})`;
}

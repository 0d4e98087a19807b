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
/** How `f` stands beside `c`: joined where there is one, always there, or known not to be. */
export type Facts = "joined" | "there" | "none";
export type ConditionOf = (facts: Facts) => Condition;
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
  /** Kept in small letters, as it is compared. */
  lower?: boolean;
  /** A whole number of `f`: what it is for a client without facts. */
  blank?: RawBuilder<unknown>;
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
/** A number among the facts: none of them is nought. */
const fact = (column: string, more: Partial<Property> = {}): Property =>
  of("number", sql.ref(`f.${column}`), { blank: sql`0::bigint`, ...more });
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
  first_name: of("text", sql`c.first_name_key`, { lower: true }),
  last_name: of("text", sql`c.last_name_key`, { lower: true }),
  email: of("text", sql`c.email_key`, { contact: true, lower: true }),
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
  ),
  total_paid: fact("paidMinor", { money: true }),
  outstanding_balance: fact("outstandingMinor", { money: true }),
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

/** As large a number as a whole one of the database may be; with a fraction it is compared as it stands, without an index. */
function numeral(text: string, property: Property, currency: string): RawBuilder<unknown> {
  const [whole = "", fraction = ""] = text.split(".");
  const decimals = property.money ? decimalsOf(currency) : 0;
  const coins = fraction.replace(/0+$/, "");
  if (property.blank && coins.length <= decimals) return sql`${BigInt(whole + coins.padEnd(decimals, "0")).toString()}::bigint`;
  return property.money ? sql`${text}::numeric * ${10 ** decimals}::numeric` : sql`${text}::numeric`;
}

function positive(property: Property, item: FilterItem, operator: Op, currency: string, raw: RawBuilder<unknown>): Condition {
  const { kind } = property;
  const value = kind === "text" && !property.lower ? sql`lower(${raw})` : raw;
  const typed = (text: string): RawBuilder<unknown> => {
    const written = read(property, item.property, text);
    return kind === "number" ? numeral(written, property, currency) : sql`${written}::${types[kind]}`;
  };
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

/** One condition on what is there; a client without facts is held to what is so without any, where that is not plain. */
function onFacts(property: Property, facts: Facts, on: (value: RawBuilder<unknown>) => Condition): Condition {
  const { blank, value } = property;
  if (!blank || facts === "there") return on(value);
  if (facts === "none") return on(blank);
  return property.kind === "date" ? on(value) : sql<boolean>`(${on(value)} or (f.client_id is null and ${on(blank)}))`;
}

function itemCondition(item: FilterItem, { currency, contact }: FilteredFor, facts: Facts): Condition {
  const property = properties[item.property];
  if (!property) throw fail("PARAMS_INVALID", { field: "filters", reason: `there is no property ${item.property}` });
  if (property.contact && !contact)
    throw fail("NO_PERMISSION", { field: "filters", message: "You cannot see clients’ contact details, so you cannot filter by them." });
  const base = negative[item.operator];
  const condition = onFacts(property, facts, (value) => positive(property, item, base ?? item.operator, currency, value));
  const found = property.some ? property.some(condition) : condition;
  return base === undefined ? found : sql<boolean>`not coalesce(${found}, false)`;
}

const deepest = 5;

/** All or any of the items and groups; an empty filter keeps everybody. */
export function conditionOf(filter: ClientFilter | undefined, who: FilteredFor, facts: Facts, depth = 0): Condition {
  if (depth > deepest) throw fail("PARAMS_INVALID", { field: "filters", reason: "groups nest too deep" });
  const parts = [
    ...(filter?.filters ?? []).map((item) => itemCondition(item, who, facts)),
    ...(filter?.groups ?? []).map((group) => conditionOf(group, who, facts, depth + 1)),
  ];
  if (parts.length === 0) return sql<boolean>`true`;
  return sql<boolean>`(${sql.join(parts, filter?.type === FilterType.OR ? sql` or ` : sql` and `)})`;
}

/** The same, to be said of clients with facts and of those without. */
export const filterOf =
  (filter: ClientFilter | undefined, who: FilteredFor): ConditionOf =>
  (facts) =>
    conditionOf(filter, who, facts);

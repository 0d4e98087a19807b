import { decimalsOf, fail } from "@leashline/kit";
import {
  type ClientFilter,
  type FilterItem,
  FilterType,
  FilterOperator as Op,
} from "@leashline/proto/leashline/customer/v1/client_list_pb.js";
import {
  daysFromToday,
  type FilterFieldName,
  type FilterKind,
  filterBounds,
  filterField,
  filterOperators,
  isFilterField,
} from "@leashline/proto/rules/client-filter.ts";
import { type RawBuilder, sql } from "kysely";

/** Turns the conditions people put together into one condition on `c` (client) and `f` (its facts). */

type Condition = RawBuilder<boolean>;
/** How `f` stands beside `c`: joined where there is one, always there, or known not to be. */
export type Facts = "joined" | "there" | "none";
export type ConditionOf = (facts: Facts) => Condition;
/** As the database compares it; what people choose from and money are one of these there. */
type Kind = Exclude<FilterKind, "choice" | "money">;
type Property = {
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
  total_paid: fact("paidMinor"),
  outstanding_balance: fact("outstandingMinor"),
  abandon_date: of("date", sql`b.seen_at::date`, { some: abandoned }),
  abandon_status: of("text", sql`b.status`, { some: abandoned, lower: true }),
  abandon_step: of("text", sql`b.step`, { some: abandoned, lower: true }),
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

type Comparison = { property: Property; name: FilterFieldName; who: FilteredFor };

function read({ property, name, who }: Comparison, raw: string): string {
  const given = raw.trim();
  const days = property.kind === "date" ? daysFromToday(given) : undefined;
  if (days !== undefined) return Temporal.PlainDate.from(who.today).add({ days }).toString();
  const value = property.read ? property.read(raw) : given;
  const { choices } = filterField(name);
  const fits = choices === undefined || choices.some((choice) => choice.toLowerCase() === given.toLowerCase());
  const isDay = property.kind !== "date" || !Number.isNaN(Date.parse(value));
  if (!fits || !shapes[property.kind].test(value) || !isDay)
    throw fail("PARAMS_INVALID", { field: "filters", reason: `"${raw}" does not fit ${name}` });
  return property.kind === "text" ? value.toLowerCase() : value;
}

/** As large a number as a whole one of the database may be; with a fraction it is compared as it stands, without an index. */
function numeral(text: string, { property, name, who }: Comparison): RawBuilder<unknown> {
  const [whole = "", fraction = ""] = text.split(".");
  const money = filterField(name).kind === "money";
  const decimals = money ? decimalsOf(who.currency) : 0;
  const coins = fraction.replace(/0+$/, "");
  if (property.blank && coins.length <= decimals) return sql`${BigInt(whole + coins.padEnd(decimals, "0")).toString()}::bigint`;
  return money ? sql`${text}::numeric * ${10 ** decimals}::numeric` : sql`${text}::numeric`;
}

function positive(comparison: Comparison, item: FilterItem, operator: Op, raw: RawBuilder<unknown>): Condition {
  const { kind, lower } = comparison.property;
  const value = kind === "text" && !lower ? sql`lower(${raw})` : raw;
  const typed = (text: string): RawBuilder<unknown> => {
    const written = read(comparison, text);
    return kind === "number" ? numeral(written, comparison) : sql`${written}::${types[kind]}`;
  };
  const one = (): RawBuilder<unknown> => typed(item.value);
  const sign = compare[operator];
  if (sign) return sql<boolean>`${value} ${sql.raw(sign)} ${one()}`;
  if (operator === Op.EQUAL || operator === Op.ON) return sql<boolean>`${value} = ${one()}`;
  if (operator === Op.IN) return sql<boolean>`${value} = any(array[${sql.join(item.values.map(typed))}]::${types[kind]}[])`;
  if (operator === Op.RANGE && item.values.length === 2) {
    const [from, to] = item.values.map(typed);
    return sql<boolean>`${value} between ${from} and ${to}`;
  }
  const text = like(item.value.trim().toLowerCase());
  if (operator === Op.LIKE) return sql<boolean>`${value} like ${`%${text}%`}`;
  if (operator === Op.LIKE_START) return sql<boolean>`${value} like ${`${text}%`}`;
  if (operator === Op.LIKE_END) return sql<boolean>`${value} like ${`%${text}`}`;
  throw fail("PARAMS_INVALID", { field: "filters", reason: `${item.property} cannot be compared that way` });
}

/**
 * For whom a filter is: in what they count money, which day it is for them, whether they see how clients are reached, and the locations whose abandoned
 * bookings they see: null for all, and instead of them where they see none.
 */
export type FilteredFor = {
  currency: string;
  today: string;
  contact: boolean;
  abandoned: { businessIds: readonly string[] | null } | null;
};

/** One condition on what is there; a client without facts is held to what is so without any, where that is not plain. */
function onFacts(property: Property, facts: Facts, on: (value: RawBuilder<unknown>) => Condition): Condition {
  const { blank, value } = property;
  if (!blank || facts === "there") return on(value);
  if (facts === "none") return on(blank);
  return property.kind === "date" ? on(value) : sql<boolean>`(${on(value)} or (f.client_id is null and ${on(blank)}))`;
}

const hidden = (name: FilterFieldName, { contact, abandoned }: FilteredFor): string => {
  const { seen } = filterField(name);
  if (seen === "contact" && !contact) return "You cannot see clients’ contact details, so you cannot filter by them.";
  return seen === "abandoned" && abandoned === null ? "You cannot see abandoned bookings, so you cannot filter by them." : "";
};

function itemCondition(item: FilterItem, who: FilteredFor, facts: Facts): Condition {
  const { property: name, operator } = item;
  if (!isFilterField(name)) throw fail("PARAMS_INVALID", { field: "filters", reason: `there is no property ${name}` });
  const message = hidden(name, who);
  if (message) throw fail("NO_PERMISSION", { field: "filters", message });
  if (!filterOperators[filterField(name).kind].includes(operator))
    throw fail("PARAMS_INVALID", { field: "filters", reason: `${name} cannot be compared that way` });
  const property = properties[name];
  const base = negative[operator];
  const condition = onFacts(property, facts, (value) => positive({ property, name, who }, item, base ?? operator, value));
  const found = property.some ? property.some(condition, who) : condition;
  return base === undefined ? found : sql<boolean>`not coalesce(${found}, false)`;
}

/** All or any of the items and groups; an empty filter keeps everybody. */
export function conditionOf(filter: ClientFilter | undefined, who: FilteredFor, facts: Facts, depth = 0): Condition {
  if (depth > filterBounds.depth) throw fail("PARAMS_INVALID", { field: "filters", reason: "groups nest too deep" });
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

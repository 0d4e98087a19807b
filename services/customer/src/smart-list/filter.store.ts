import { decimalsOf, fail, instantAt } from "@leashline/kit";
import {
  type ClientFilter,
  type FilterItem,
  FilterType,
  FilterOperator as Op,
} from "@leashline/proto/leashline/customer/v1/client_list_pb.js";
import {
  daysFromToday,
  type FilterFieldName,
  filterBounds,
  filterField,
  filterOperators,
  isFilterField,
} from "@leashline/proto/rules/client-filter.ts";
import { type RawBuilder, sql } from "kysely";
import { type Condition, type FilteredFor, type Kind, type Property, properties } from "./filter-properties.store.ts";

/** Turns the conditions people put together into one condition on `c` (client) and `f` (its facts). */

/** How `f` stands beside `c`: joined where there is one, always there, or known not to be. */
export type Facts = "joined" | "there" | "none";
export type ConditionOf = (facts: Facts) => Condition;

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
  due: sql`text`,
};
const shapes: Record<Kind, RegExp> = {
  text: /^[\s\S]*$/,
  number: /^-?\d{1,12}(\.\d{1,6})?$/,
  date: /^\d{4}-\d{2}-\d{2}$/,
  boolean: /^(true|false)$/,
  id: /^\d{1,18}$/,
  due: /^\d{1,4}:\d{1,18}$/,
};

/** Whether the calendar has this day, and the database takes it. */
function isDay(text: string): boolean {
  try {
    return Temporal.PlainDate.from(text, { overflow: "reject" }).year > 0;
  } catch {
    return false;
  }
}

type Comparison = { property: Property; name: FilterFieldName; who: FilteredFor };

function read({ property, name, who }: Comparison, raw: string): string {
  const given = raw.trim();
  const days = property.kind === "date" ? daysFromToday(given) : undefined;
  if (days !== undefined) return Temporal.PlainDate.from(who.today).add({ days }).toString();
  const value = property.read ? property.read(raw) : given;
  const { choices } = filterField(name);
  const fits = choices === undefined || choices.some((choice) => choice.toLowerCase() === given.toLowerCase());
  if (!fits || !shapes[property.kind].test(value) || (property.kind === "date" && !isDay(value)))
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

/** Text that is not kept in small letters is compared in them. */
const isMadeSmall = ({ kind, lower }: Property): boolean => kind === "text" && !lower;

/** An instant among days: it lies between where they begin in the caller's zone, which indexes and the planner know of. */
function amongDays(comparison: Comparison, item: FilterItem, operator: Op, raw: RawBuilder<unknown>): Condition {
  const begins = (text: string, days = 0): RawBuilder<unknown> => {
    const at = instantAt(read(comparison, text), days * 1440, comparison.who.zone);
    return sql`${at.toISOString()}::timestamptz`;
  };
  const within = (from: string, to: string) => sql<boolean>`(${raw} >= ${begins(from)} and ${raw} < ${begins(to, 1)})`;
  if (operator === Op.IN) return sql<boolean>`(${sql.join([sql`false`, ...item.values.map((day) => within(day, day))], sql` or `)})`;
  const [from = "", to = ""] = item.values;
  if (operator === Op.RANGE && item.values.length === 2) return within(from, to);
  if (operator === Op.LESS || operator === Op.BEFORE) return sql<boolean>`${raw} < ${begins(item.value)}`;
  if (operator === Op.LESS_OR_EQUAL) return sql<boolean>`${raw} < ${begins(item.value, 1)}`;
  if (operator === Op.GREATER_OR_EQUAL) return sql<boolean>`${raw} >= ${begins(item.value)}`;
  if (operator === Op.GREATER || operator === Op.AFTER) return sql<boolean>`${raw} >= ${begins(item.value, 1)}`;
  if (operator === Op.EQUAL || operator === Op.ON) return within(item.value, item.value);
  throw cannot(item);
}

const cannot = ({ property }: FilterItem) =>
  fail("PARAMS_INVALID", { field: "filters", reason: `${property} cannot be compared that way` });

function positive(comparison: Comparison, item: FilterItem, operator: Op, raw: RawBuilder<unknown>): Condition {
  const { kind, instant, says } = comparison.property;
  if (says) return says(read(comparison, item.value), comparison.who);
  if (instant) return amongDays(comparison, item, operator, raw);
  const value = isMadeSmall(comparison.property) ? sql`lower(${raw})` : raw;
  const typed = (text: string): RawBuilder<unknown> => {
    const written = read(comparison, text);
    return kind === "number" ? numeral(written, comparison) : sql`${written}::${types[kind]}`;
  };
  const one = (): RawBuilder<unknown> => typed(item.value);
  const sign = compare[operator];
  if (sign) return sql<boolean>`${value} ${sql.raw(sign)} ${one()}`;
  if (operator === Op.EQUAL && comparison.property.bare) return read(comparison, item.value) === "true" ? sql`${value}` : sql`not ${value}`;
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
  throw cannot(item);
}

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
  if (base === undefined) return found;
  // That rows exist is never unknown; said plainly, those without any are found in one go.
  return property.some ? sql<boolean>`not ${found}` : sql<boolean>`not coalesce(${found}, false)`;
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

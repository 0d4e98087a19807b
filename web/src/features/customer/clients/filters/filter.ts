import type { MessageInitShape } from "@bufbuild/protobuf";
import {
  type ClientFilter,
  type ClientFilterSchema,
  FilterType,
  FilterOperator as Op,
} from "@leashline/proto/leashline/customer/v1/client_list_pb.js";
import {
  daysFromToday,
  dueOf,
  type FilterFieldName,
  filterBounds,
  filterField,
  filterOperators,
  isFilterField,
  valuesOfOperator,
} from "@leashline/proto/rules/client-filter.ts";
import { isoToDay } from "../../../../ui/format/dates.ts";

/** One condition, as the screen has it: its operator says how many values it takes. */
export type Condition = { field: FilterFieldName; operator: Op; values: string[] };
/** Conditions and groups of them, of which all or any must hold. */
export type Group = { any: boolean; conditions: Condition[]; groups: Group[] };
export const everybody: Group = { any: false, conditions: [], groups: [] };

export const isEverybody = ({ conditions, groups }: Group): boolean => conditions.length === 0 && groups.every(isEverybody);

/** Whether a filter has a condition on such a field, also within groups. */
export const asksOf = ({ conditions, groups }: Group, such: (field: FilterFieldName) => boolean): boolean =>
  conditions.some(({ field }) => such(field)) || groups.some((group) => asksOf(group, such));

/** Who left a booking unfinished may well be a lead. */
export const asksOfLeads = (group: Group): boolean =>
  asksOf(group, (field) => field === "client_type" || filterField(field).seen === "abandoned");

/** How many conditions there are, also within groups. */
export const countConditions = ({ conditions, groups }: Group): number =>
  groups.reduce((sum, group) => sum + countConditions(group), conditions.length);

export const toWire = ({ any, conditions, groups }: Group): MessageInitShape<typeof ClientFilterSchema> => ({
  type: any ? FilterType.OR : FilterType.AND,
  filters: conditions.map(({ field: property, operator, values }) => ({
    property,
    operator,
    ...(valuesOfOperator(operator) === "one" ? { value: values[0] ?? "" } : { values }),
  })),
  groups: groups.map(toWire),
});

/** A filter that a program saved, however deep; undefined where it says what no screen knows. */
export function fromWire(filter: Pick<ClientFilter, "type" | "filters" | "groups"> | undefined): Group | undefined {
  const groups = (filter?.groups ?? []).map(fromWire);
  const conditions = (filter?.filters ?? []).map(({ property, operator, value, values }) =>
    knownCondition(property, operator, valuesOfOperator(operator) === "one" ? [value] : [...values]),
  );
  const whole = isWhole(groups) && isWhole(conditions);
  return whole ? { any: filter?.type === FilterType.OR, conditions, groups } : undefined;
}

const isWhole = <T>(list: (T | undefined)[]): list is T[] => !list.includes(undefined);

function knownCondition(field: string, operator: Op, values: string[]): Condition | undefined {
  return isFilterField(field) && filterOperators[filterField(field).kind].includes(operator) ? { field, operator, values } : undefined;
}

type Written = { all: Member[] } | { any: Member[] };
type Member = string[] | Written;

const written = ({ any, conditions, groups }: Group): Written => {
  const members = [
    ...conditions.map(({ field, operator, values }) => [field, Op[operator].toLowerCase(), ...values]),
    ...groups.map(written),
  ];
  return any ? { any: members } : { all: members };
};

/** A filter as the address of the list carries it; nothing for everybody. */
export const encode = (group: Group): string => (isEverybody(group) ? "" : JSON.stringify(written(group)));

function readGroup(value: unknown, depth: number): Group | undefined {
  if (typeof value !== "object" || value === null || depth > filterBounds.depth) return undefined;
  const any = "any" in value;
  const members = any ? value.any : "all" in value ? value.all : undefined;
  if (!Array.isArray(members)) return undefined;
  const conditions = members.filter(Array.isArray).map(readCondition);
  const groups = members.filter((member) => !Array.isArray(member)).map((member) => readGroup(member, depth + 1));
  return isWhole(conditions) && isWhole(groups) ? { any, conditions, groups } : undefined;
}

function readCondition(member: unknown[]): Condition | undefined {
  const [field = "", name = "", ...values] = member.map(String);
  const operator = Op[name.toUpperCase() as keyof typeof Op];
  return operator ? knownCondition(field, operator, values) : undefined;
}

/** What an address says; everybody where it says nothing that can be read. */
export function decode(text: string): Group {
  if (text === "") return everybody;
  try {
    return readGroup(JSON.parse(text), 0) ?? everybody;
  } catch {
    return everybody;
  }
}

export const isSame = (one: Group, other: Group): boolean => encode(one) === encode(other);

const fits: Partial<Record<ReturnType<typeof filterField>["kind"], (value: string) => boolean>> = {
  number: (value) => /^-?\d{1,12}(\.\d{1,6})?$/.test(value),
  money: (value) => /^\d{1,9}(\.\d{1,6})?$/.test(value),
  date: (value) => daysFromToday(value) !== undefined || isoToDay(value) !== undefined,
  id: (value) => /^\d{1,18}$/.test(value),
  due: (value) => dueOf(value) !== undefined,
};

/** Whether a condition says all it takes. */
export function isComplete({ field, operator, values }: Condition): boolean {
  const fit = fits[filterField(field).kind];
  const wanted = { one: 1, two: 2, many: Math.max(1, values.length) }[valuesOfOperator(operator)];
  return values.length === wanted && values.every((value) => value.trim() !== "" && (fit?.(value.trim()) ?? true));
}

export const isAllComplete = ({ conditions, groups }: Group): boolean => conditions.every(isComplete) && groups.every(isAllComplete);

/** The values as another operator takes them. */
export const valuesFor = (operator: Op, values: readonly string[]): string[] => {
  const said = values.filter((value) => value !== "");
  const takes = valuesOfOperator(operator);
  if (takes === "many") return said;
  return takes === "two" ? [said[0] ?? "", said[1] ?? ""] : [said[0] ?? ""];
};

/** Without one condition; a group that is left empty goes too. */
export function without(group: Group, gone: Condition): Group {
  const groups = group.groups
    .map((one) => without(one, gone))
    .filter((one, at) => !isEverybody(one) || isEverybody(group.groups[at] ?? one));
  return { ...group, conditions: group.conditions.filter((one) => one !== gone), groups };
}

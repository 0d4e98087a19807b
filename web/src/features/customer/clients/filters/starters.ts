import { FilterOperator as Op } from "@leashline/proto/leashline/customer/v1/client_list_pb.js";
import type { FilterFieldName } from "@leashline/proto/rules/client-filter.ts";
import { type Condition, everybody, type Group, isSame } from "./filter.ts";

const one = (field: FilterFieldName, operator: Op, value: string): Condition => ({ field, operator, values: [value] });
const several = (field: FilterFieldName, ...values: string[]): Condition => ({ field, operator: Op.IN, values });
const all = (...conditions: Condition[]): Group => ({ ...everybody, conditions });

/** Clients and leads alike: without a word of leads the list shows clients alone. */
export const withLeads = several("client_type", "LEAD", "CUSTOMER");

/** Ready-made filters that shops ask for all the time. */
export const STARTERS: readonly { id: string; label: string; filter: Group }[] = [
  { id: "", label: "All clients", filter: everybody },
  { id: "upcoming", label: "With an upcoming appointment", filter: all(one("upcoming_count", Op.GREATER, "0")) },
  {
    id: "lapsed",
    label: "Not seen for 90 days",
    filter: all(one("last_visit_date", Op.BEFORE, "today-90"), one("upcoming_count", Op.EQUAL, "0")),
  },
  { id: "new", label: "Added in the last 30 days", filter: all(one("create_date", Op.AFTER, "today-31")) },
  { id: "owing", label: "Has a balance", filter: all(one("outstanding_balance", Op.GREATER, "0")) },
  { id: "card", label: "Card on file", filter: all(one("card_on_file", Op.EQUAL, "true")) },
  { id: "nocard", label: "No card on file", filter: all(one("card_on_file", Op.EQUAL, "false")) },
  { id: "leads", label: "Leads", filter: all(one("client_type", Op.EQUAL, "LEAD")) },
  { id: "withleads", label: "Clients and leads", filter: all(withLeads) },
  { id: "noowner", label: "Owner unknown (imported)", filter: all(one("owner_unknown", Op.EQUAL, "true")) },
];

export const starterOf = (filter: Group): string | undefined => STARTERS.find((starter) => isSame(starter.filter, filter))?.id;
export const starterFilter = (id: string): Group => STARTERS.find((starter) => starter.id === id)?.filter ?? everybody;

const saysTag = ({ field, operator, values }: Condition): boolean => field === "client_tag" && operator === Op.IN && values.length === 1;

/** The one tag that all have to carry, where there is one; and the filter without it, or with another. */
export const tagOf = (filter: Group): string => (filter.any ? "" : (filter.conditions.find(saysTag)?.values[0] ?? ""));
export const withTag = (filter: Group, tag: string): Group => ({
  ...filter,
  conditions: [...filter.conditions.filter((one) => filter.any || !saysTag(one)), ...(tag ? [one("client_tag", Op.IN, tag)] : [])],
});

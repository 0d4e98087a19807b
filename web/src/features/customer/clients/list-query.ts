import type { MessageInitShape } from "@bufbuild/protobuf";
import type { ClientSelectionSchema } from "@leashline/proto/leashline/customer/v1/client_list_pb.js";
import { FilterOperator, FilterType, SortOrder } from "@leashline/proto/leashline/customer/v1/client_list_pb.js";
import type { ListClientsRequestSchema } from "@leashline/proto/leashline/customer/v1/client_list_service_pb.js";
import { isRefused } from "../../../ui/feedback/call-errors.ts";
import { addDays } from "../../../ui/format/dates.ts";

/** Client list page size (core §9). */
export const PAGE_SIZE = 20;

/** What the list shows, as texts in the address. */
export const listDefaults = { q: "", status: "active", more: "", tag: "", sort: "first_name", order: "asc", page: "1" };
export type ListState = typeof listDefaults;

/** Ready-made conditions that shops ask for all the time. */
export const QUICK_FILTERS = [
  { id: "", label: "Everybody" },
  { id: "upcoming", label: "With an upcoming appointment" },
  { id: "lapsed", label: "Not seen for 90 days" },
  { id: "new", label: "Added in the last 30 days" },
  { id: "owing", label: "Has a balance" },
  { id: "card", label: "Card on file" },
  { id: "nocard", label: "No card on file" },
  { id: "noowner", label: "Owner unknown (imported)" },
] as const;

type Item = { property: string; operator: FilterOperator; value?: string; values?: string[] };

export const conditions = (state: ListState, today: string): Item[] => {
  const items: Item[] = [];
  if (state.status !== "all") items.push({ property: "client_status", operator: FilterOperator.EQUAL, value: state.status });
  if (state.tag) items.push({ property: "client_tag", operator: FilterOperator.IN, values: [state.tag] });
  if (state.more === "upcoming") items.push({ property: "upcoming_count", operator: FilterOperator.GREATER, value: "0" });
  if (state.more === "lapsed") {
    items.push({ property: "last_visit_date", operator: FilterOperator.BEFORE, value: addDays(today, -90) });
    items.push({ property: "upcoming_count", operator: FilterOperator.EQUAL, value: "0" });
  }
  if (state.more === "new") items.push({ property: "create_date", operator: FilterOperator.AFTER, value: addDays(today, -31) });
  if (state.more === "owing") items.push({ property: "outstanding_balance", operator: FilterOperator.GREATER, value: "0" });
  if (state.more === "card") items.push({ property: "card_on_file", operator: FilterOperator.EQUAL, value: "true" });
  if (state.more === "nocard") items.push({ property: "card_on_file", operator: FilterOperator.NOT_EQUAL, value: "true" });
  if (state.more === "noowner") items.push({ property: "owner_unknown", operator: FilterOperator.EQUAL, value: "true" });
  return items;
};

export const filtersOf = (state: ListState, today: string) => ({ type: FilterType.AND, filters: conditions(state, today) });

export const listRequest = (state: ListState, today: string): MessageInitShape<typeof ListClientsRequestSchema> => ({
  filters: filtersOf(state, today),
  ...(state.q && { queries: { keyword: state.q } }),
  sort: { property: state.sort, order: state.order === "desc" ? SortOrder.DESC : SortOrder.ASC },
  pageSize: PAGE_SIZE,
  pageNum: Math.max(1, Number(state.page) || 1),
});

/** What the list still shows when it could not be loaded again: what it showed before, and nothing for whom it was refused (core §6). */
export const rowsLeft = <Row>(rows: Row[] | undefined, error: unknown): Row[] | undefined => (isRefused(error) ? undefined : rows);

/** Ticked rows: single ones, or all that the list's filter keeps except some (core §3, chosen-selection). */
export type Ticked = { all: boolean; ids: ReadonlySet<string> };
export const nothingTicked: Ticked = { all: false, ids: new Set() };

export const isTicked = (ticked: Ticked, id: string): boolean => ticked.all !== ticked.ids.has(id);

export const toggle = (ticked: Ticked, id: string): Ticked => {
  const ids = new Set(ticked.ids);
  if (!ids.delete(id)) ids.add(id);
  return { ...ticked, ids };
};

export const countTicked = (ticked: Ticked, total: number): number => (ticked.all ? Math.max(0, total - ticked.ids.size) : ticked.ids.size);

export const selectionOf = (ticked: Ticked, state: ListState, today: string): MessageInitShape<typeof ClientSelectionSchema> =>
  ticked.all
    ? { isAll: true, unchosenList: [...ticked.ids], filters: filtersOf(state, today), ...(state.q && { queries: { keyword: state.q } }) }
    : { chosenList: [...ticked.ids] };

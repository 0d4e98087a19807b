import type { MessageInitShape } from "@bufbuild/protobuf";
import type { ClientFilterSchema, ClientSelectionSchema } from "@leashline/proto/leashline/customer/v1/client_list_pb.js";
import { FilterOperator, SortOrder } from "@leashline/proto/leashline/customer/v1/client_list_pb.js";
import type { ListClientsRequestSchema } from "@leashline/proto/leashline/customer/v1/client_list_service_pb.js";
import type { FilterFieldName } from "@leashline/proto/rules/client-filter.ts";
import { isRefused } from "../../../ui/feedback/call-errors.ts";
import { asksOfLeads, type Condition, decode, type Group, toWire } from "./filters/filter.ts";

/** Client list page size (core §9). */
export const PAGE_SIZE = 20;

/** What the list shows, as texts in the address: `f` its filter, `fields` its columns, `view` the saved view it was opened as. */
export const listDefaults = { q: "", status: "active", f: "", fields: "", view: "", sort: "first_name", order: "asc", page: "1" };
export type ListState = typeof listDefaults;

const is = (field: FilterFieldName, value: string): Condition => ({ field, operator: FilterOperator.EQUAL, values: [value] });

/** What is asked for: whether clients are active, the list's own filter, and nobody who is a lead unless that filter says something of leads. */
export const filterOf = ({ status, f }: Pick<ListState, "status" | "f">): Group => {
  const own = decode(f);
  const beside = [...(status === "all" ? [] : [is("client_status", status)]), ...(asksOfLeads(own) ? [] : [is("client_type", "CUSTOMER")])];
  if (beside.length === 0) return own;
  return own.any ? { any: false, conditions: beside, groups: [own] } : { ...own, conditions: [...beside, ...own.conditions] };
};

export const filtersOf = (state: ListState): MessageInitShape<typeof ClientFilterSchema> => toWire(filterOf(state));

export const listRequest = (state: ListState): MessageInitShape<typeof ListClientsRequestSchema> => ({
  filters: filtersOf(state),
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

/** Every row of the list is ticked, whether all at once or one by one. */
export const allTicked = (ticked: Ticked, total: number): boolean =>
  ticked.all ? ticked.ids.size === 0 : total > 0 && ticked.ids.size === total;

export const selectionOf = (ticked: Ticked, state: ListState): MessageInitShape<typeof ClientSelectionSchema> =>
  ticked.all
    ? { isAll: true, unchosenList: [...ticked.ids], filters: filtersOf(state), ...(state.q && { queries: { keyword: state.q } }) }
    : { chosenList: [...ticked.ids] };

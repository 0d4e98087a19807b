import { type FilterItem, FilterType, SortOrder } from "@leashline/proto/leashline/customer/v1/client_list_pb.js";
import type { FilterView } from "@leashline/proto/leashline/customer/v1/filter_view_pb.js";
import { conditions, filtersOf, type ListState, listDefaults, QUICK_FILTERS } from "./list-query.ts";

/** What of the list is kept under a name: its filters and its order, not the words typed. */
export const viewOf = (state: ListState, today: string) => ({
  filter: filtersOf(state, today),
  orderBy: { property: state.sort, order: state.order === "desc" ? SortOrder.DESC : SortOrder.ASC },
});

type Compared = Pick<FilterItem, "property" | "operator">;
const shape = (items: readonly Compared[]): string => items.map(({ property, operator }) => `${property}/${operator}`).join(" ");

/**
 * The list as a saved view has it; undefined for a view that a program made and this list has no fields for. Days that were counted back from the
 * day of saving are counted back from today.
 */
export const stateOf = (view: Pick<FilterView, "filter" | "orderBy">, today: string): ListState | undefined => {
  const items = view.filter?.filters ?? [];
  if (view.filter && (view.filter.groups.length > 0 || (items.length > 1 && view.filter.type === FilterType.OR))) return undefined;
  const state = {
    ...listDefaults,
    status: items.find(({ property }) => property === "client_status")?.value ?? "all",
    tag: items.find(({ property }) => property === "client_tag")?.values[0] ?? "",
    sort: view.orderBy?.property || listDefaults.sort,
    order: view.orderBy?.order === SortOrder.DESC ? "desc" : "asc",
  };
  const more = QUICK_FILTERS.find(({ id }) => shape(conditions({ ...state, more: id }, today)) === shape(items));
  return more && { ...state, more: more.id };
};

import { FilterOperator, SortOrder } from "@leashline/proto/leashline/customer/v1/client_list_pb.js";
import type { FilterView } from "@leashline/proto/leashline/customer/v1/filter_view_pb.js";
import { columnsOf, fieldsOf } from "../columns.ts";
import { asksOfLeads, type Condition, encode, fromWire, type Group } from "../filters/filter.ts";
import { withLeads } from "../filters/starters.ts";
import { filtersOf, type ListState, listDefaults } from "../list-query.ts";

/** What of the list is kept under a name: its filters, its order and its columns, not the words typed. */
export const viewOf = (state: ListState) => ({
  filter: filtersOf(state),
  orderBy: { property: state.sort, order: state.order === "desc" ? SortOrder.DESC : SortOrder.ASC },
  fields: [...columnsOf(state.fields)],
});

const saysStatus = ({ field, operator }: Condition): boolean => field === "client_status" && operator === FilterOperator.EQUAL;

const saysClients = ({ field, operator, values }: Condition): boolean =>
  field === "client_type" && operator === FilterOperator.EQUAL && values[0] === "CUSTOMER";

const without = (whole: Group, said: Condition): Group => ({ ...whole, conditions: whole.conditions.filter((one) => one !== said) });

/** The one condition of its kind that all must fit; undefined where there are several. */
const onlyOne = ({ any, conditions }: Group, says: (one: Condition) => boolean): Condition | undefined => {
  const [said, ...more] = any ? [] : conditions.filter(says);
  return more.length === 0 ? said : undefined;
};

/** That the list shows clients alone goes without saying; a view that says nothing of leads shows them too, and the list says so. */
function ofClients(whole: Group): Group {
  const said = onlyOne(whole, saysClients);
  const rest = said && without(whole, said);
  if (rest && !asksOfLeads(rest)) return rest;
  if (asksOfLeads(whole)) return whole;
  return whole.any ? { any: false, conditions: [withLeads], groups: [whole] } : { ...whole, conditions: [withLeads, ...whole.conditions] };
}

/** Whether clients are active stands beside the filter where all must fit it. */
function apart(whole: Group): { status: string; own: Group } {
  const said = onlyOne(whole, saysStatus);
  const own = ofClients(said ? without(whole, said) : whole);
  const [only, ...others] = own.groups;
  return { status: said?.values[0] ?? "all", own: only && others.length === 0 && own.conditions.length === 0 ? only : own };
}

type Shown = Pick<FilterView, "id" | "filter" | "orderBy" | "fields">;

/** The list as a saved view has it; undefined where a program's view asks what no screen knows. */
export const stateOf = (view: Shown): ListState | undefined => {
  const whole = fromWire(view.filter);
  if (!whole) return undefined;
  const { status, own } = apart(whole);
  return {
    ...listDefaults,
    status,
    f: encode(own),
    fields: fieldsOf(view.fields),
    view: view.id,
    sort: view.orderBy?.property || listDefaults.sort,
    order: view.orderBy?.order === SortOrder.DESC ? "desc" : "asc",
  };
};

/** The words typed and the page are not part of a view, nor is where it came from. */
const besides: readonly string[] = ["q", "page", "view"];
export const showsSame = (one: ListState, other: ListState): boolean =>
  Object.keys(listDefaults).every((key) => besides.includes(key) || one[key as keyof ListState] === other[key as keyof ListState]);

/** Nobody asked for anything: the list opens as its reader wants it. */
export const isUntouched = (address: ListState): boolean =>
  Object.entries(listDefaults).every(([key, value]) => address[key as keyof ListState] === value);

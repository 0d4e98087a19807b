import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { type ClientFilterSchema, FilterType, FilterOperator as Op } from "@leashline/proto/leashline/customer/v1/client_list_pb.js";
import { FilterViewSchema } from "@leashline/proto/leashline/customer/v1/filter_view_pb.js";
import { expect, test } from "vitest";
import { decode, encode, fromWire } from "../filters/filter.ts";
import { STARTERS, starterFilter, withLeads } from "../filters/starters.ts";
import { filterOf, listDefaults } from "../list-query.ts";
import { showsSame, stateOf, viewOf } from "./saved-views.ts";

const saved = (state: typeof listDefaults) => create(FilterViewSchema, { id: "9", ...viewOf(state) });

test.each(STARTERS.map(({ id, filter }) => [id, encode(filter)]))("a list of %j comes back from its saved view as it was", (_, f) => {
  for (const rest of [{}, { status: "all" }, { status: "inactive", fields: "first_name,email" }, { sort: "total_paid", order: "desc" }]) {
    const state = { ...listDefaults, f, ...rest };
    expect(stateOf(saved(state))).toEqual({ ...state, view: "9" });
  }
});

test("the words typed and the page are not saved", () => {
  const list = stateOf(saved({ ...listDefaults, q: "bis", page: "3" }));
  expect(list).toEqual({ ...listDefaults, view: "9" });
  expect(list && showsSame(list, { ...listDefaults, q: "bis", page: "3" })).toBe(true);
});

type Wire = MessageInitShape<typeof ClientFilterSchema>;
const city = { property: "city", operator: Op.EQUAL, value: "Seattle" };
const tags = { property: "client_tag", operator: Op.IN, values: ["5", "6"] };
const active = { property: "client_status", operator: Op.EQUAL, value: "active" };
const deep: Wire = {
  groups: [{ type: FilterType.OR, filters: [city], groups: [{ filters: [tags], groups: [{ filters: [city, tags] }] }] }],
};

test.each<[string, Wire, string]>([
  ["any of several", { type: FilterType.OR, filters: [city, active] }, "all"],
  ["groups within groups", { filters: [active], groups: [{ filters: [tags], groups: [deep] }] }, "active"],
  ["both states at once", { filters: [active, { ...active, value: "inactive" }] }, "all"],
  ["a text compared as a number is", { filters: [{ ...city, operator: Op.GREATER }] }, "all"],
])("a view that a program saved is shown and kept as it is: %s", (_, filter, status) => {
  const view = create(FilterViewSchema, { id: "9", filter });
  const list = stateOf(view);
  expect(list?.status).toBe(status);
  const again = list && saved(list);
  expect(list && encode(filterOf(list))).toBe(encode(fromWire(again?.filter) ?? decode("")));
  expect(again && stateOf(again)).toEqual(list);
});

test("a view that says nothing of leads shows them, and says so; one of clients alone is the usual list", () => {
  const viewOfFilter = (filter: Wire) => stateOf(create(FilterViewSchema, { id: "9", filter }));
  const clients = { property: "client_type", operator: Op.EQUAL, value: "CUSTOMER" };
  expect(viewOfFilter({ filters: [clients] })?.f).toBe("");
  expect(viewOfFilter({})?.f).toBe(encode(starterFilter("withleads")));
  const either = decode(viewOfFilter({ type: FilterType.OR, filters: [city, active] })?.f ?? "");
  expect([either.conditions, either.groups.map(({ any }) => any)]).toEqual([[withLeads], [true]]);
});

test("a view of a field that no screen knows is not taken for another", () => {
  expect(stateOf(create(FilterViewSchema, { filter: { filters: [{ ...city, property: "shoe_size" }] } }))).toBeUndefined();
});

import { create } from "@bufbuild/protobuf";
import { FilterOperator, FilterType } from "@leashline/proto/leashline/customer/v1/client_list_pb.js";
import { FilterViewSchema } from "@leashline/proto/leashline/customer/v1/filter_view_pb.js";
import { expect, test } from "vitest";
import { listDefaults, QUICK_FILTERS } from "./list-query.ts";
import { stateOf, viewOf } from "./saved-views.ts";

const today = "2026-06-01";
const saved = (state: typeof listDefaults) => create(FilterViewSchema, viewOf(state, today));

test.each(QUICK_FILTERS.map(({ id }) => id))("a list of %j comes back from its saved view as it was, another day too", (more) => {
  for (const rest of [{}, { status: "all" }, { status: "inactive", tag: "7" }, { sort: "total_paid", order: "desc" }]) {
    const state = { ...listDefaults, more, ...rest };
    expect(stateOf(saved(state), "2026-09-09")).toEqual(state);
  }
});

test("the words typed and the page are not saved", () =>
  expect(stateOf(saved({ ...listDefaults, q: "bis", page: "3" }), today)).toEqual(listDefaults));

test("a view that this list has no fields for is not taken for another", () => {
  const odd = { property: "zipcode", operator: FilterOperator.EQUAL, value: "98101" };
  expect(stateOf(create(FilterViewSchema, { filter: { filters: [odd] } }), today)).toBeUndefined();
  expect(stateOf(create(FilterViewSchema, { filter: { type: FilterType.AND, groups: [{ filters: [odd] }] } }), today)).toBeUndefined();
});

import { FilterOperator, SortOrder } from "@leashline/proto/leashline/customer/v1/client_list_pb.js";
import { expect, test } from "vitest";
import { encode } from "./filters/filter.ts";
import { starterFilter } from "./filters/starters.ts";
import { countTicked, isTicked, listDefaults, listRequest, nothingTicked, selectionOf, toggle } from "./list-query.ts";

test("client-list-page-size: pages of 20, first name ascending, active ones", () => {
  expect(listRequest(listDefaults)).toEqual({
    filters: { type: 0, filters: [{ property: "client_status", operator: FilterOperator.EQUAL, value: "active" }], groups: [] },
    sort: { property: "first_name", order: SortOrder.ASC },
    pageSize: 20,
    pageNum: 1,
  });
});

test("what is typed, the filter and the order go into the request; nonsense pages are the first", () => {
  const f = encode(starterFilter("lapsed"));
  const request = listRequest({ ...listDefaults, q: "bis", status: "all", f, sort: "last_visit_date", order: "desc", page: "x" });
  expect(request.queries).toEqual({ keyword: "bis" });
  expect(request.filters?.filters).toEqual([
    { property: "last_visit_date", operator: FilterOperator.BEFORE, value: "today-90" },
    { property: "upcoming_count", operator: FilterOperator.EQUAL, value: "0" },
  ]);
  expect(request.sort).toEqual({ property: "last_visit_date", order: SortOrder.DESC });
  expect(request.pageNum).toBe(1);
});

test("that clients are active holds beside a filter of which any must hold", () => {
  const tagged = (tag: string) => ({ field: "client_tag" as const, operator: FilterOperator.IN, values: [tag] });
  const f = encode({ any: true, conditions: [tagged("5"), tagged("6")], groups: [] });
  const { filters } = listRequest({ ...listDefaults, f });
  expect(filters).toMatchObject({ type: 0, filters: [{ property: "client_status" }], groups: [{ type: 1, filters: [{}, {}] }] });
});

test("ticking: single rows, all, and all but some", () => {
  const one = toggle(nothingTicked, "5");
  expect([isTicked(one, "5"), isTicked(one, "6"), countTicked(one, 45)]).toEqual([true, false, 1]);
  expect(selectionOf(one, listDefaults)).toEqual({ chosenList: ["5"] });
  const allButOne = toggle({ all: true, ids: new Set() }, "5");
  expect([isTicked(allButOne, "5"), isTicked(allButOne, "6"), countTicked(allButOne, 45)]).toEqual([false, true, 44]);
  expect(selectionOf(allButOne, { ...listDefaults, q: "rex" })).toMatchObject({
    isAll: true,
    unchosenList: ["5"],
    queries: { keyword: "rex" },
  });
  expect(toggle(one, "5").ids.size).toBe(0);
});

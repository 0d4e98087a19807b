import { FilterOperator, SortOrder } from "@leashline/proto/leashline/customer/v1/client_list_pb.js";
import { expect, test } from "vitest";
import { encode, everybody, type Group } from "./filters/filter.ts";
import { starterFilter } from "./filters/starters.ts";
import { allTicked, countTicked, isTicked, listDefaults, listRequest, nothingTicked, selectionOf, toggle } from "./list-query.ts";

const unfinished: Group = {
  ...everybody,
  conditions: [{ field: "abandon_status", operator: FilterOperator.EQUAL, values: ["abandoned"] }],
};
const clientsOnly = { property: "client_type", operator: FilterOperator.EQUAL, value: "CUSTOMER" };

test("client-list-page-size: pages of 20, first name ascending, active ones, no leads", () => {
  expect(listRequest(listDefaults)).toEqual({
    filters: {
      type: 0,
      filters: [{ property: "client_status", operator: FilterOperator.EQUAL, value: "active" }, clientsOnly],
      groups: [],
    },
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
    clientsOnly,
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
  expect(filters).toMatchObject({
    type: 0,
    filters: [{ property: "client_status" }, clientsOnly],
    groups: [{ type: 1, filters: [{}, {}] }],
  });
});

test.each([
  ["leads alone", starterFilter("leads"), ["client_type"]],
  ["leads too", starterFilter("withleads"), ["client_type"]],
  ["within a group", { ...everybody, groups: [starterFilter("leads")] }, []],
  ["bookings left unfinished, whoever left them", unfinished, ["abandon_status"]],
])("a filter that says something of leads shows them: %s", (_, filter, properties) => {
  const { filters } = listRequest({ ...listDefaults, status: "all", f: encode(filter) });
  expect(filters?.filters?.map(({ property }) => property)).toEqual(properties);
});

test("what is done to all of the list, and its file, leave leads out as the list does", () => {
  const whole = selectionOf({ all: true, ids: new Set() }, { ...listDefaults, status: "all" });
  expect(whole).toEqual({ isAll: true, unchosenList: [], filters: { type: 0, filters: [clientsOnly], groups: [] } });
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

test.each([
  [{ all: true, ids: [] }, 3, true],
  [{ all: true, ids: ["5"] }, 3, false],
  [{ all: false, ids: ["5"] }, 1, true],
  [{ all: false, ids: ["5"] }, 2, false],
  [{ all: false, ids: [] }, 0, false],
])("with %j of %d ticked, all of them are: %s", ({ all, ids }, total, every) =>
  expect(allTicked({ all, ids: new Set(ids) }, total)).toBe(every),
);

import { expect, test } from "vitest";
import { changed, oneMore } from "./over.ts";

test("what lies over a page is one step further with every entry, and what is opened anew lies over what was there", () => {
  const visit = oneMore({}, ["appointment"]);
  expect(visit).toEqual({ appointment: 1 });
  const bill = oneMore(visit, ["checkout"]);
  expect(bill).toEqual({ appointment: 2, checkout: 1 });
  expect(oneMore(visit, ["appointment"])).toEqual({ appointment: 2 });
});

test.each([
  ["sets what is given", { tab: "ready" }, "date=2026-11-20&tab=ready"],
  ["changes what is there", { date: "2026-11-21" }, "date=2026-11-21"],
  ["takes away what is empty", { date: "", q: undefined }, ""],
])("a change of the query %s", (_, change, after) => expect(`${changed(new URLSearchParams("date=2026-11-20"), change)}`).toBe(after));

import { expect, test } from "vitest";
import { pageTitle } from "./title.ts";
import { countText, labelWith } from "./waiting.ts";

test("what waits is said at its entry and before the window's title, with at most two digits", () => {
  const some = { messages: 3, requests: 120 };
  expect(["messages", "requests", "clients"].map((id) => labelWith("There", id, some))).toEqual([
    "There, 3 unread",
    "There, 99+ waiting",
    "There",
  ]);
  expect(labelWith("Messages", "messages", { messages: 0, requests: 1 })).toBe("Messages");
  expect([0, 99, 100].map(countText)).toEqual(["0", "99", "99+"]);
  expect([pageTitle("Today"), pageTitle("Today", 3), pageTitle(undefined, 100)]).toEqual([
    "Today · Leashline",
    "(3) Today · Leashline",
    "(99+) Leashline",
  ]);
});

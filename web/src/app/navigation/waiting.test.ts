import { expect, test } from "vitest";
import { countAt, countText, labelWith, titlePrefix } from "./waiting.ts";

test("what waits is said at its entry and before the window's title, with at most two digits", () => {
  const some = { messages: 3, requests: 119, changes: 1, disputes: 1, forms: 2 };
  expect(["messages", "requests", "payment", "clients"].map((id) => labelWith("There", id, some))).toEqual([
    "There, 3 unread",
    "There, 99+ waiting",
    "There, 1 new dispute",
    "There, 2 unread forms",
  ]);
  expect(["clients", "leads"].map((id) => countAt(id, some))).toEqual([2, 0]);
  expect(labelWith("Messages", "messages", { messages: 0, requests: 1, changes: 0, disputes: 0, forms: 0 })).toBe("Messages");
  expect([0, 99, 100].map(countText)).toEqual(["0", "99", "99+"]);
  expect([
    titlePrefix({ messages: 0, requests: 0, changes: 0 }),
    titlePrefix({ messages: 2, requests: 0, changes: 1 }),
    titlePrefix(some),
  ]).toEqual(["", "(3) ", "(99+) "]);
});

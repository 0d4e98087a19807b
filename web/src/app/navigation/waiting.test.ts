import { expect, test } from "vitest";
import { countText, labelWith, requestsText, titlePrefix } from "./waiting.ts";

test("what waits is said at its entry and before the window's title, with at most two digits", () => {
  const some = { messages: 3, requests: 119, changes: 1, disputes: 1 };
  expect(["messages", "requests", "payment", "clients"].map((id) => labelWith("There", id, some))).toEqual([
    "There, 3 unread",
    "There, 99+ waiting",
    "There, 1 new dispute",
    "There",
  ]);
  expect(labelWith("Messages", "messages", { messages: 0, requests: 1, changes: 0, disputes: 0 })).toBe("Messages");
  expect([0, 99, 100].map(countText)).toEqual(["0", "99", "99+"]);
  expect([
    titlePrefix({ messages: 0, requests: 0, changes: 0 }),
    titlePrefix({ messages: 2, requests: 0, changes: 1 }),
    titlePrefix(some),
  ]).toEqual(["", "(3) ", "(99+) "]);
});

test("the words of what waits for a decision come to the number at its entry", () => {
  expect(requestsText({ requests: 24, changes: 1 })).toBe("24 booking requests and 1 change are waiting");
  expect(requestsText({ requests: 1, changes: 0 })).toBe("1 booking request is waiting");
  expect(requestsText({ requests: 0, changes: 2 })).toBe("2 changes are waiting");
  expect(requestsText({ requests: 0, changes: 0 })).toBe("");
});

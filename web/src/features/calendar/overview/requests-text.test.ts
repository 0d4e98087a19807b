import { expect, test } from "vitest";
import { requestsText } from "./requests-text.ts";

test("the words of what waits for a decision come to the number at its entry", () => {
  expect(requestsText({ requests: 24, changes: 1 })).toBe("24 booking requests and 1 change request are waiting");
  expect(requestsText({ requests: 1, changes: 0 })).toBe("1 booking request is waiting");
  expect(requestsText({ requests: 0, changes: 2 })).toBe("2 change requests are waiting");
  expect(requestsText({ requests: 0, changes: 0 })).toBe("");
});

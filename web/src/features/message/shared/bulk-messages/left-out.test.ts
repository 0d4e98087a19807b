import { expect, test } from "vitest";
import { leftOutWords } from "./left-out.ts";

const none = {
  chosen: 9,
  reached: 9,
  withoutAddress: 0,
  blocked: 0,
  unsubscribed: 0,
  refused: 0,
  notAgreed: 0,
  sameAddress: 0,
  outOfReach: 0,
};

test("nothing is said of reasons that nobody has; each other one is a line with its count", () => {
  expect(leftOutWords(none, true)).toEqual([]);
  expect(leftOutWords({ ...none, withoutAddress: 2, notAgreed: 1 }, true)).toEqual([
    "2 clients: no phone number",
    "1 client: never agreed to texts here",
  ]);
  expect(leftOutWords({ ...none, withoutAddress: 1, sameAddress: 3 }, false)).toEqual([
    "1 client: no email address",
    "3 clients: same address as another one who gets it",
  ]);
});

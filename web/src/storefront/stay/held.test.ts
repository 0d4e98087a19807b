import { expect, test } from "vitest";
import { afterHold, afterRefusal } from "./held.ts";

const held = { token: "t", staffId: "0", expiresAt: 5 };

test("what is held is theirs, what nobody keeps is still free, and what is refused is chosen anew", () => {
  expect(afterHold({}, held, 600)).toEqual({ startTime: 600, held, unkept: false });
  expect(afterHold({}, undefined, 600)).toEqual({ startTime: 600, held: undefined, unkept: true });
  expect(afterRefusal({})).toEqual({ endDate: undefined, startTime: undefined });
});

test("an answer that comes when they wait already leaves the nights that they chose to wait for; what it holds is known, so that it is given back", () => {
  expect(afterHold({ wait: "any" }, held, 600)).toEqual({ held });
  expect(afterRefusal({ wait: "any" })).toBeUndefined();
});

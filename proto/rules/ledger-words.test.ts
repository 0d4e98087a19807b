import { expect, test } from "vitest";
import { kindName } from "./ledger-words.ts";

test("what has no word of its own is said as it is called", () => {
  expect([kindName("capture"), kindName("gift_sold")]).toEqual(["Payment", "Gift sold"]);
});

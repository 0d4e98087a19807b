import { expect, test } from "vitest";
import { blockStart } from "./next-free.ts";

const day = [{ startTime: 540, endTime: 1_020 }];
const ana = () => ({ id: "1", ranges: day });
const ben = () => ({ id: "2", ranges: day });

const off = { id: "3", ranges: [] };
test.each([
  ["with who is looked at, as their day begins", [ana(), ben()], ["2", "1"], 0, ["2", 540]],
  ["at the next quarter of an hour today", [ana()], ["1"], 607, ["1", 615]],
  ["with the first who works instead of somebody who is off", [off, ben()], ["3"], 0, ["2", 540]],
  ["where nobody works, with who is looked at", [{ ...ana(), ranges: [] }, off], ["3"], 607, ["3", 615]],
  ["with nobody whose day is over", [{ ...ana(), ranges: [{ startTime: 540, endTime: 600 }] }, ben()], ["1"], 607, ["2", 615]],
])("a new block begins %s", (_, columns, wanted, now, [staffId, startTime]) =>
  expect(blockStart(columns, wanted, now)).toEqual({ staffId, startTime }),
);

import { expect, test } from "vitest";
import { partsOfLine, staffOnLines } from "./line-staff.ts";

const part = (staffId: string, startTime: number, duration: number) => ({ staffId, startTime, duration });
const alone = part("1", 600, 60);
const parts = [part("1", 600, 40), part("2", 640, 20)];

test("a line is done by everybody who shares it, in events and in messages, and by one person where nobody does", () => {
  expect(partsOfLine({ ...alone, operations: [] })).toEqual([alone]);
  expect(partsOfLine({ ...alone, operations: parts })).toEqual(parts);
  expect(partsOfLine({ ...alone, operationList: parts })).toEqual(parts);
  expect(staffOnLines([alone, { ...alone, operations: parts }])).toEqual(["1", "1", "2"]);
});

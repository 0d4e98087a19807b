import { expect, test } from "vitest";
import { overtaken, spoken } from "./overtaken.ts";

const before = { firstName: "Dana", lastName: "Whitcomb", tags: ["1"] };

test.each([
  ["nothing changed elsewhere", before, { ...before, firstName: "Dan" }, []],
  ["another field changed elsewhere", { ...before, lastName: "Grant" }, { ...before, firstName: "Dan" }, []],
  ["the same field changed elsewhere", { ...before, firstName: "Diana" }, { ...before, firstName: "Dan" }, ["firstName"]],
  ["the same field came to hold the same", { ...before, firstName: "Dan" }, { ...before, firstName: "Dan" }, []],
  ["a field nobody writes in changed elsewhere", { ...before, tags: ["1", "2"] }, before, []],
  ["a list written in two places", { ...before, tags: ["1", "2"] }, { ...before, tags: [] }, ["tags"]],
])("%s", (_, now, mine, fields) => expect(overtaken(before, now, mine)).toEqual(fields));

test("fields are named as one says them", () => expect(spoken("phoneNumber")).toBe("phone number"));

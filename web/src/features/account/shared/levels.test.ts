import { create } from "@bufbuild/protobuf";
import { PermissionEntrySchema } from "@leashline/proto/leashline/account/v1/role_service_pb.js";
import { expect, test } from "vitest";
import { categoriesOf, levelHeld, withCategory, withLevel } from "./levels.ts";

const entry = (permission: number, category: string, title: string, scopeKind = 0, scopeLevel = 0, asked = true) =>
  create(PermissionEntrySchema, { permission, category, title, scopeKind, scopeLevel, asked, name: "" });

const catalogue = [
  entry(102, "Clients", "See clients: all locations", 1, 3),
  entry(100, "Clients", "See clients: own", 1, 1),
  entry(101, "Clients", "See clients: working locations", 1, 2),
  entry(103, "Clients", "Edit clients"),
  entry(300, "Messages", "Messages: own clients within 7 days", 5, 1),
  entry(302, "Messages", "Messages: everybody", 5, 3),
];
const [clients, messages] = categoriesOf(catalogue);
if (!clients?.ladders[0] || !messages?.ladders[0]) throw new Error("the catalogue has two categories with a ladder each");
const ladder = clients.ladders[0];

test("roles-belong-to-company: permissions stand under their categories, levels of one reach together", () => {
  expect(clients.single).toEqual([{ id: 103, title: "Edit clients", asked: true }]);
  expect(ladder).toEqual({
    kind: 1,
    title: "See clients",
    asked: true,
    steps: [
      { id: 100, level: 1, label: "Own" },
      { id: 101, level: 2, label: "Working locations" },
      { id: 102, level: 3, label: "All locations" },
    ],
  });
});

test("permission-scope-levels: messages say how far they reach in their own words", () =>
  expect(messages.ladders[0]?.steps.map((step) => step.label)).toEqual(["Own clients within 7 days", "Everybody"]));

test.each<[number[], number, number[]]>([
  [[103], 101, [103, 100, 101]],
  [[103, 100, 101, 102], 100, [103, 100]],
  [[100, 103], 0, [103]],
  [[], 102, [100, 101, 102]],
])("permission-scope-levels: holding %j and choosing %i gives %j", (held, chosen, expected) => {
  expect(withLevel(ladder, held, chosen)).toEqual(expected);
  expect(levelHeld(ladder, expected)).toBe(chosen);
});

test("permission-base-only: a wide level alone counts as that level", () => expect(levelHeld(ladder, [102])).toBe(102));

test("a whole category is given and taken, the rest stays", () => {
  expect(withCategory(clients, [1, 103], true).toSorted()).toEqual([1, 100, 101, 102, 103]);
  expect(withCategory(clients, [1, 103, 100], false)).toEqual([1]);
});

test("what nothing asks for in this version is marked, alone and as a ladder", () => {
  const [sync] = categoriesOf([
    entry(900, "Calendar", "Sync calendars: own", 13, 1, false),
    entry(901, "Calendar", "Sync calendars: everybody", 13, 3, false),
    entry(704, "Calendar", "QuickBooks", 0, 0, false),
    entry(4, "Calendar", "Overbook"),
  ]);
  expect([sync?.ladders.map(({ asked }) => asked), sync?.single.map(({ asked }) => asked)]).toEqual([[false], [false, true]]);
});

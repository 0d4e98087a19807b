import { DuplicateReason } from "@leashline/proto/leashline/customer/v1/merge_service_pb.js";
import { expect, test } from "vitest";
import { alike, allFor, apartBy, type Traits } from "./duplicate.ts";

const one = (id: string): Traits => ({ id, phoneKey: "5", emailKey: "", nameKey: "ann lee", petNames: ["Rex"], places: [] });
const people = ["1", "2", "3", "4"].map(one);
const pairs = (...said: string[]) => apartBy(said.map((pair) => ({ one: pair[0] ?? "", other: pair[1] ?? "" })));

test.each<[string, string[], string[]]>([
  ["nobody is apart", [], ["1234"]],
  ["the first and another: who is like both stands with each", ["12"], ["134", "234"]],
  ["two who are like the first stand beside it apart", ["34"], ["123", "14"]],
  ["the first is apart from all", ["12", "13", "14"], ["234"]],
  ["all are apart", ["12", "13", "14", "23", "24", "34"], []],
  ["two by two", ["13", "14", "23", "24"], ["12", "34"]],
])("nobody stands in a group with whom they are not: %s", (_, said, groups) => {
  const apart = pairs(...said);
  expect(allFor(DuplicateReason.PHONE, people, apart).map(({ ids }) => ids.join(""))).toEqual(groups);
  expect(alike(people, apart).map(({ ids }) => ids.join(""))).toEqual(groups);
});

test("one alone is no group", () => expect(allFor(DuplicateReason.EMAIL, people.slice(0, 1), pairs())).toEqual([]));

test("of thousands with one number, of whom two are put apart, nobody is looked up for each of the others", () => {
  const many = Array.from({ length: 5_000 }, (_, n) => one(String(n + 1)));
  let asked = 0;
  const pair = apartBy([{ one: "4000", other: "4500" }]);
  const counted: typeof pair = Object.assign(new Map(pair), {
    get: (id: string) => {
      asked++;
      return pair.get(id);
    },
  });
  const sizes = allFor(DuplicateReason.PHONE, many, counted).map(({ ids }) => ids.length);
  expect(sizes).toEqual([4_999, 2]);
  expect(asked).toBeLessThan(50_000);
});

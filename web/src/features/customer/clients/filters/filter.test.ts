import { FilterOperator as Op } from "@leashline/proto/leashline/customer/v1/client_list_pb.js";
import { clientFilterFields, type FilterFieldName, type FilterKind, filterOperators } from "@leashline/proto/rules/client-filter.ts";
import { expect, test } from "vitest";
import { shownWay } from "./day-way.ts";
import { type Condition, decode, encode, everybody, type Group, isComplete, isSame, valuesFor, without } from "./filter.ts";
import { sayCondition } from "./say.ts";
import { STARTERS, starterOf, tagOf, withTag } from "./starters.ts";
import {
  choiceWords,
  fieldsInOrder,
  fieldWords,
  firstOperator,
  isChosen,
  offered,
  operatorsFor,
  operatorWords,
  storedValues,
} from "./words.ts";

const fields = Object.keys(clientFilterFields) as FilterFieldName[];
const every = Object.values(Op).filter((one): one is Op => typeof one === "number" && one !== Op.UNSPECIFIED);

test("client-filter-fields: every field the service compares stands on the screen once, in words of its own", () => {
  expect(fieldsInOrder.toSorted()).toEqual(fields.toSorted());
  expect(new Set(fields.map((field) => fieldWords(field).label)).size).toBe(fields.length);
});

test("client-filter-operators: every operator is offered for some kind, and none for a kind that the service does not compare so", () => {
  const kinds = Object.entries(offered) as [FilterKind, readonly Op[]][];
  for (const [kind, operators] of kinds) for (const one of operators) expect(filterOperators[kind], `${kind} ${Op[one]}`).toContain(one);
  expect([...new Set(kinds.flatMap(([, operators]) => operators))].toSorted((a, b) => a - b)).toEqual(every);
  expect(every.map(operatorWords).every((words) => words !== "")).toBe(true);
});

const is = (field: FilterFieldName, ...values: string[]): Condition => ({ field, operator: firstOperator(field), values });
const nested: Group = {
  any: false,
  conditions: [is("pet_breed", 'Poodle, "standard"'), is("client_tag", "5", "6")],
  groups: [
    { any: true, conditions: [is("city", "Seattle")], groups: [{ any: false, conditions: [is("create_date", "today-30")], groups: [] }] },
  ],
};

test("a filter comes back from the address as it went there, however deep", () => {
  expect(decode(encode(nested))).toEqual(nested);
  expect(encode(everybody)).toBe("");
});

test.each([
  "{",
  "7",
  '{"all":[["shoe_size","equal","1"]]}',
  '{"all":[["city","near","1"]]}',
  '{"all":7}',
  '{"any":[["unsubscribed","like","x"]]}',
])("an address that says nothing readable means everybody: %s", (text) => expect(decode(text)).toEqual(everybody));

test("a condition is taken away by itself, and a group that is empty then goes with it", () => {
  const [inner] = nested.groups[0]?.groups ?? [];
  const less = without(nested, inner?.conditions[0] as Condition);
  expect(less.groups[0]?.groups).toEqual([]);
  const least = without(less, less.groups[0]?.conditions[0] as Condition);
  expect([least.groups, least.conditions.length, isSame(least, nested)]).toEqual([[], 2, false]);
});

test.each<[Condition, boolean]>([
  [is("city", ""), false],
  [is("city", "Seattle"), true],
  [{ field: "pet_weight", operator: Op.RANGE, values: ["5", ""] }, false],
  [{ field: "pet_weight", operator: Op.RANGE, values: ["5", "9.5"] }, true],
  [{ field: "pet_weight", operator: Op.EQUAL, values: ["-"] }, false],
  [is("client_tag"), false],
  [is("last_visit_date", "today-90"), true],
  [is("last_visit_date", "2026-02-31"), false],
  [is("vaccine_expiring", "30:0"), true],
  [is("vaccine_expiring", ":12"), false],
])("%j says all it takes: %s", (condition, whole) => expect(isComplete(condition)).toBe(whole));

test("another operator keeps of the values what it takes", () => {
  expect(valuesFor(Op.RANGE, ["5"])).toEqual(["5", ""]);
  expect(valuesFor(Op.IN, ["5", ""])).toEqual(["5"]);
  expect(valuesFor(Op.EQUAL, ["5", "6"])).toEqual(["5"]);
});

test("a condition reads as a sentence", () => {
  const format = { day: (value: unknown) => `day ${value}`, amount: (value: string) => `$${value}` };
  const say = (condition: Condition, choices?: { value: string; label: string }[]) => sayCondition(condition, format, choices);
  expect(say(is("client_tag", "5", "6"), [{ value: "5", label: "VIP" }])).toBe("Tag is any of VIP, 6");
  expect(say({ field: "create_date", operator: Op.RANGE, values: ["today-30", "today"] })).toBe(
    "Added on is between 30 days ago and today",
  );
  expect(say({ field: "last_visit_date", operator: Op.BEFORE, values: ["2026-01-02"] })).toBe("Last appointment is before day 2026-01-02");
  const rabies = [{ value: "12", label: "Rabies" }];
  expect(say({ field: "vaccine_expiring", operator: Op.EQUAL, values: ["30:12"] }, rabies)).toBe(
    "Vaccine about to expire is Rabies within 30 days",
  );
  expect(say({ field: "outstanding_balance", operator: Op.RANGE, values: ["100", "250.50"] })).toBe("Owes is between $100 and $250.50");
});

test("a day's value says how it is counted, whatever stood in its place before; an empty one is counted as it was chosen", () => {
  expect([shownWay("today-30", "day"), shownWay("today+7", "ago"), shownWay("2026-01-02", "ahead")]).toEqual(["ago", "ahead", "day"]);
  expect([shownWay("", "ahead"), shownWay("today", "ahead"), shownWay("today", "day")]).toEqual(["ahead", "ahead", "ago"]);
});

test("how a client was added is chosen from what is stored, with no comparison of parts of a text", () => {
  expect(operatorsFor("source", firstOperator("source"))).toEqual(offered.choice);
  expect(storedValues.source?.map(choiceWords)).toEqual(["Staff", "Import", "Online booking", "Intake form"]);
});

test("a coat is chosen from the shop's own; a view that was saved with a part of a coat's name still says it", () => {
  expect(firstOperator("pet_coat")).toBe(Op.EQUAL);
  expect(operatorsFor("pet_coat", Op.EQUAL)).toEqual(offered.choice);
  expect(operatorsFor("pet_coat", Op.LIKE)).toEqual([...offered.choice, Op.LIKE]);
  expect([Op.EQUAL, Op.IN, Op.LIKE].map((operator) => isChosen("pet_coat", operator))).toEqual([true, true, false]);
  expect(isChosen("client_tag", Op.GREATER)).toBe(true);
});

test.each(STARTERS)("a starter is known again beside a tag that all must carry: $label", ({ id, filter }) => {
  const tagged = withTag(filter, "5");
  expect([tagOf(tagged), starterOf(withTag(tagged, ""))]).toEqual(["5", id]);
  expect(tagOf(withTag(tagged, "6"))).toBe("6");
  expect(tagOf({ ...tagged, any: true })).toBe("");
});

import { expect, test } from "vitest";
import { AT_ONCE, chargeAll, outcomeOf, type Untaxed, untaxedWords } from "./charge-all.ts";

const one = (name: string, charge: Untaxed["charge"] = async () => undefined) => ({ name, charge });

test("each gets the tax; one that cannot be changed stops none of the others", async () => {
  const charged: string[] = [];
  const steps: number[] = [];
  const fine = (name: string) => one(name, async (taxId) => charged.push(`${name} ${taxId}`));
  const stuck = one("Full groom", () => Promise.reject(new Error("changed meanwhile")));
  const failed = await chargeAll([fine("Bath"), stuck, fine("Nail trim")], "7", (done) => steps.push(done));
  expect({ charged, steps, failed }).toEqual({ charged: ["Bath 7", "Nail trim 7"], steps: [1, 2, 3], failed: ["Full groom"] });
});

test("at most two hundred at a time, and what is left is said", async () => {
  let charged = 0;
  const many = Array.from({ length: AT_ONCE + 3 }, (_, at) => one(`Service ${at}`, async () => charged++));
  expect(await chargeAll(many, "7", () => undefined)).toEqual([]);
  expect(charged).toBe(AT_ONCE);
  expect(outcomeOf(many.length, [])).toBe("200 of 203 now charge this tax. 3 are left: open the tax and charge it on all once more.");
});

test("the outcome names what failed", () => {
  expect(outcomeOf(10, [])).toBe("10 of 10 now charge this tax.");
  expect(outcomeOf(10, ["Bath", "Full groom"])).toBe(
    "8 of 10 now charge this tax. Not changed: Bath, Full groom. Set the tax on them under Settings, Services, or try again.",
  );
});

test.each([
  [2, 0, "2 services charge no tax"],
  [1, 0, "1 service charges no tax"],
  [1, 1, "1 service and 1 add-on charge no tax"],
  [0, 3, "3 add-ons charge no tax"],
  [0, 0, ""],
])("of %i services and %i add-ons without a tax: %s", (services, addOns, words) => {
  const taxedOrKept = [
    { taxId: "4", inactive: false },
    { taxId: "0", inactive: true },
  ];
  const some = (count: number) => [...Array.from({ length: count }, () => ({ taxId: "0", inactive: false })), ...taxedOrKept];
  expect(untaxedWords(some(services), some(addOns))).toBe(words);
});

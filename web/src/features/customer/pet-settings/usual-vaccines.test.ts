import { expect, test } from "vitest";
import { usualVaccines } from "./usual-vaccines.ts";

const named = (kinds: string[]) => usualVaccines(kinds).map(({ name, petTypes }) => `${name}: ${petTypes.join(", ")}`);

test.each([
  [
    ["Dog", "Cat", "Rabbit"],
    ["Rabies: Dog, Cat", "Bordetella: Dog", "DHPP: Dog", "FVRCP: Cat"],
  ],
  [["cat"], ["Rabies: cat", "FVRCP: cat"]],
  [["Rabbit"], []],
])("the usual vaccines of a business with %j are %j", (kinds, vaccines) => expect(named(kinds)).toEqual(vaccines));

import { expect, test } from "vitest";
import { byLocation } from "./by-location.ts";

test("orders of two locations are never paid at once", () => {
  const [one, two, three] = [
    { id: "1", businessId: "7" },
    { id: "2", businessId: "8" },
    { id: "3", businessId: "7" },
  ];
  expect(byLocation([one, two, three])).toEqual([[one, three], [two]]);
  expect(byLocation([])).toEqual([]);
});

import { expect, test } from "vitest";
import { pickedRoom, settledOf } from "./usePickedRooms.ts";

const pets = ["1", "2"];
const begun = { unitId: "11" };

test("two pets are in the room in which the stay was begun; apart it is that of the first, and the other's is chosen beside it", () => {
  const together = pickedRoom({}, pets, { apart: false, ...begun });
  const apart = pickedRoom({}, pets, { apart: true, ...begun });
  expect(pets.map(together)).toEqual(["11", "11"]);
  expect(pets.map(apart)).toEqual(["11", "0"]);
  expect(settledOf(pets, apart)).toEqual([{ petId: "1", lodgingUnitId: "11" }]);
  expect(settledOf(pets, pickedRoom({ 2: "12" }, pets, { apart: true }))).toEqual([{ petId: "2", lodgingUnitId: "12" }]);
});

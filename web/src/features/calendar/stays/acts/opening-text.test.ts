import { expect, test } from "vitest";
import { onlyUnit, roomsText } from "./opening-text.ts";

const room = (lodgingUnitId: string) => ({
  lodgingUnitId,
  name: `Kennel ${lodgingUnitId}`,
  startDate: { year: 2034, month: 3, day: 6 } as never,
});
const day = () => "Mar 6";

test.each([
  ["together", [[room("1")], [room("1")]], "Kennel 1", "1"],
  ["one each", [[room("1")], [room("2")]], "Kennel 1 and Kennel 2", ""],
  ["with a move", [[room("1"), room("2")]], "Kennel 1, from Mar 6 Kennel 2", ""],
])("a gap says where the pets sleep: %s", (_, pets, text, unitId) => {
  const choice = { pets: pets.map((rooms) => ({ rooms })) };
  expect([roomsText(choice, day), onlyUnit(choice)]).toEqual([text, unitId]);
});

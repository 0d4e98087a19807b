import { expect, test } from "vitest";
import { isPricedAnew } from "./asked-nights.ts";

const room = (from: string, to: string, each?: string) => ({ unitId: "21", from, to, ...(each && { own: { each, name: "Garden" } }) });

test("a line is priced anew where any of its nights, before or after, costs something else", () => {
  const own = room("2034-11-03", "2034-11-05", "6000");
  expect(isPricedAnew([own], [own])).toBe(false);
  expect(isPricedAnew([own], [room("2034-11-03", "2034-11-05")])).toBe(true);
  expect(isPricedAnew([], [own]), "it had no room").toBe(true);
  expect(isPricedAnew([room("2034-11-01", "2034-11-03")], [room("2034-11-01", "2034-11-03"), own]), "nights that it did not have").toBe(
    true,
  );
  expect(isPricedAnew([], [room("2034-11-03", "2034-11-05")])).toBe(false);
});

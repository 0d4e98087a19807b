import { StayDay } from "@leashline/proto/leashline/offering/v1/additional_service_pb.js";
import { expect, test } from "vitest";
import { comingAlong, isOn, priceOnDays, repricedOnDays } from "./day-services.ts";

const { FIRST, LAST, EVERY, ON_DATE } = StayDay;
const stay = { from: "2034-02-27", to: "2034-03-01" };
const days = ["2034-02-26", "2034-02-27", "2034-02-28", "2034-03-01", "2034-03-02"];

test.each([
  ["first", { when: FIRST, date: "" }, [1]],
  ["last", { when: LAST, date: "" }, [3]],
  ["every", { when: EVERY, date: "" }, [1, 2, 3]],
  ["named", { when: ON_DATE, date: "2034-02-28" }, [2]],
])("on the %s day of a stay", (_, onDays, on) => {
  expect(days.flatMap((day, index) => (isOn(day, onDays, stay) ? [index] : []))).toEqual(on);
});

test("every day is priced by their number, and says so; other days by one", () => {
  expect(priceOnDays(1000n, { when: EVERY }, stay)).toMatchObject({ total: 3000n, parts: [{ count: 3, each: "1000", amount: "3000" }] });
  expect(priceOnDays(1000n, { when: LAST }, stay)).toEqual({ total: 1000n, parts: [] });
});

test.each([
  ["as agreed for each day", 3, { price: "3000", priceParts: priceOnDays(1000n, { when: EVERY }, stay).parts }, EVERY, 3000n],
  ["by hand for four days, half up", 4, { price: "1001", priceParts: [] }, EVERY, 751n],
  ["from one day to all of them", 1, { price: "1000", priceParts: [] }, EVERY, 3000n],
  ["from all days to the last one", 3, { price: "3000", priceParts: priceOnDays(1000n, { when: EVERY }, stay).parts }, LAST, 1000n],
])("a price for other days: %s", (_, had, line, when, total) => {
  expect(repricedOnDays(line, had, { when }, stay).total).toBe(total);
});

test("comes along from so many nights on, where the rule is on", () => {
  const applyRules = [{ serviceId: "1", stayDay: LAST }];
  expect(comingAlong({ enable: true, minStayLength: 2, applyRules }, stay)).toEqual(applyRules);
  expect(comingAlong({ enable: true, minStayLength: 3, applyRules }, stay)).toEqual([]);
  expect(comingAlong({ enable: false, minStayLength: 0, applyRules }, stay)).toEqual([]);
  expect(comingAlong(undefined, stay)).toEqual([]);
});

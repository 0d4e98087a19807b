import { AutoMessageUseCase } from "@leashline/proto/leashline/message/v1/auto_message_pb.js";
import { expect, test } from "vitest";
import { DAYS_BEFORE, daysWords, HOURS_AFTER, USE_CASES } from "./use-cases.ts";

test("every use case of the contract has words", () => {
  const all = Object.values(AutoMessageUseCase).filter((value): value is AutoMessageUseCase => typeof value === "number" && value !== 0);
  expect(USE_CASES.map((one) => one.id).toSorted((a, b) => a - b)).toEqual(all.toSorted((a, b) => a - b));
});

test("reminder-days-before-choices: 0 to 7, 14, 21, 28", () => {
  expect(DAYS_BEFORE).toContain(14);
  expect(DAYS_BEFORE).toContain(0);
  expect(DAYS_BEFORE).not.toContain(10);
  expect([0, 1, 2].map(daysWords)).toEqual(["On the day", "1 day before", "2 days before"]);
});

test("reminder-hours-after-choices: 1 to 20", () => {
  expect(HOURS_AFTER).toContain(20);
  expect(HOURS_AFTER).not.toContain(21);
  expect(HOURS_AFTER).not.toContain(0);
});

import { createElement, useState } from "react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { isSamePlace, startOf, useBegun } from "./book-start.ts";

const anyTime = { datePreference: undefined, timePreference: undefined, staffPreference: undefined };
const around = { today: "2026-11-24", someone: "5" };
const free = [
  { date: "2026-11-25", startTime: 615, staffId: "8" },
  { date: "2026-11-26", startTime: 540, staffId: "5" },
];

test("booking from the waitlist begins with the first free time that suits them, and with their wish where none is free", () => {
  expect(startOf(anyTime, { ...around, free })).toEqual(free[0]);
  const wish = {
    datePreference: { dates: [{ year: 2026, month: 12, day: 3 }] },
    timePreference: { timeRanges: [{ startTime: 840 }] },
    staffPreference: { staffIds: ["8"] },
  } as never;
  expect(startOf(wish, { ...around, free })).toEqual(free[0]);
  for (const none of [[], undefined]) {
    expect(startOf(wish, { ...around, free: none })).toEqual({ date: "2026-12-03", startTime: 840, staffId: "8" });
    expect(startOf(anyTime, { ...around, free: none })).toEqual({ date: "2026-11-24", startTime: 540, staffId: "5" });
  }
});

test("only the time that is picked is shown as picked: by day, hour and person", () => {
  const [first, second] = free as [(typeof free)[number], (typeof free)[number]];
  expect([isSamePlace(first, { ...first }), isSamePlace(first, second), isSamePlace(first, { ...first, staffId: "5" })]).toEqual([
    true,
    false,
    false,
  ]);
});

const shown: unknown[] = [];
const Form = ({ answers }: { answers: readonly Parameters<typeof useBegun>[0][] }) => {
  const [nth, setNth] = useState(0);
  shown[nth] = useBegun(answers[nth]);
  if (nth < answers.length - 1) setNth(nth + 1);
  return null;
};

test("the time that booking began with stays while others become free or it is taken; until it is known there is none", () => {
  const [first, second] = free;
  renderToString(createElement(Form, { answers: [undefined, first, second, undefined] }));
  expect(shown).toEqual([undefined, first, first, first]);
});

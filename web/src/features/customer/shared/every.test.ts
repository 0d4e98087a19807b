import { expect, test } from "vitest";
import { everyWords } from "./every.ts";

test.each([
  [1, "every day"],
  [7, "every week"],
  [10, "every 10 days"],
  [28, "every 4 weeks"],
  [30, "every month"],
  [60, "every 2 months"],
])("%i days are said as people say them", (days, words) => expect(everyWords(days)).toBe(words));

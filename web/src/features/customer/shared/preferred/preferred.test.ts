import { expect, test } from "vitest";
import { formatAs } from "../../../../ui/format/locale.ts";
import { defaultPreferences } from "../../../../ui/format/preferences.ts";
import { preferredInput, preferredOf } from "./preferred-values.ts";
import { preferredDays, preferredHours } from "./preferred-words.ts";

const format = formatAs({ ...defaultPreferences, clock: 12 });

test.each<[number[], string]>([
  [[], ""],
  [[0, 1440], ""],
  [[540, 1440], "from 9:00 AM"],
  [[0, 660], "until 11:00 AM"],
  [[540, 660], format.range(540, 660)],
])("hours %j read %j", (hours, words) => expect(preferredHours(hours, format)).toBe(words));

test("days are named", () => expect(preferredDays([2, 4])).toBe("Tuesday, Thursday"));

test.each<[number | undefined, number | undefined]>([
  [undefined, undefined],
  [540, undefined],
  [undefined, 660],
  [540, 660],
])("hours from %s until %s come back as they were given", (preferredFrom, preferredUntil) => {
  const given = { preferredGroomerId: "0", preferredDay: [], preferredFrom, preferredUntil };
  expect(preferredOf(preferredInput(given))).toEqual(given);
});

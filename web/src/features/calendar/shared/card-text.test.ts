import { create } from "@bufbuild/protobuf";
import { CalendarCardSchema, CardType } from "@leashline/proto/leashline/calendar/v1/card_pb.js";
import { expect, test } from "vitest";
import { formatAs } from "../../../ui/format/locale.ts";
import { defaultPreferences } from "../../../ui/format/preferences.ts";
import { everyLook } from "./card-look.ts";
import { cardWords, clientName, familyName } from "./card-text.ts";

const format = formatAs(defaultPreferences);
const dana = { firstName: "Dana", lastName: "Whitcomb" };
const pets = [{ petName: "Biscuit" }];

test.each([
  ["a family name is headed by the other one", dana, everyLook, familyName, ["Dana", "Whitcomb"]],
  ["somebody with one name has no other", { firstName: "Dana", lastName: "" }, everyLook, familyName, [false, "Dana"]],
  ["a whole name stands alone", dana, everyLook, clientName, [false, "Dana Whitcomb"]],
  ["a card without the client is headed by the pets", dana, { ...everyLook, client: false }, familyName, [false, "Biscuit"]],
])("%s", (_, customerInfo, look, nameOf, said) => {
  const { first, title } = cardWords(create(CalendarCardSchema, { customerInfo, pets }), look, format, nameOf);
  expect([first, title]).toEqual(said);
});

test("a block is what it is for", () =>
  expect(
    cardWords(create(CalendarCardSchema, { cardType: CardType.BLOCK, description: "Lunch", customerInfo: dana }), everyLook, format),
  ).toMatchObject({
    title: "Lunch",
  }));

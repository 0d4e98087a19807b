import { create } from "@bufbuild/protobuf";
import { timestampNow } from "@bufbuild/protobuf/wkt";
import {
  CalendarSettingSchema,
  CalendarZoomLevel,
  ColorCodeDisplay,
  ColorCodeWith,
  WeeklyViewZoomLevel,
} from "@leashline/proto/leashline/calendar/v1/calendar_setting_service_pb.js";
import { CalendarCardSchema, CardType } from "@leashline/proto/leashline/calendar/v1/card_pb.js";
import { CalendarView, CardAlertsSchema } from "@leashline/proto/leashline/calendar/v1/card_service_pb.js";
import { expect, test } from "vitest";
import { FACILITY } from "../../../ui/format/preferences.ts";
import type { Format } from "../../../ui/format/useFormat.ts";
import { slotLines } from "../cards/slot-text.ts";
import { requestOf, valuesOf } from "../settings/calendar-values.ts";
import { firstView, gridOf, headline, hourHeight, lookOf } from "./card-look.ts";
import { cardLabel, cardWords, requestWord } from "./card-text.ts";
import { dayTotals, shownHours } from "./layout.ts";
import { addressIn, signsOf } from "./signs/card-signs.ts";
import { colourOf } from "./staff-tone.ts";

const texts = { client: "Ortiz", pets: "Biscuit", service: "Full groom" };
const setting = (more = {}) => create(CalendarSettingSchema, more);

test.each([
  [{ showClientName: true, showPetName: true, showServiceName: true }, "Ortiz", "client"],
  [{ showPetName: true, showServiceName: true }, "Biscuit", "pets"],
  [{ showServiceName: true }, "Full groom", "service"],
  [{}, "Appointment", undefined],
])("with %j a card is headed %s", (more, title, from) => expect(headline(lookOf(setting(more)), texts)).toEqual({ title, from }));

const card = create(CalendarCardSchema, {
  cardType: CardType.APPOINTMENT,
  customerInfo: { firstName: "Maria", lastName: "Ortiz" },
  pets: [{ petId: "1", petName: "Biscuit" }],
  services: [{ serviceName: "Full groom" }, { serviceName: "Full groom" }],
  alertNotes: "Bites",
  estimatedTotalPrice: { currencyCode: "USD", units: 75n },
});
const format = { money: () => "$75", range: () => "9 – 10" } as unknown as Format;
const all = { showClientName: true, showPetName: true, showServiceName: true, showPrice: true };
test.each([
  ["everything", all, ["Maria Ortiz", "Biscuit", "Full groom", "$75"]],
  ["no pets", { ...all, showPetName: false }, ["Maria Ortiz", "", "Full groom", "$75"]],
  ["no client", { ...all, showClientName: false }, ["Biscuit", "", "Full groom", "$75"]],
  ["no service and price", { ...all, showServiceName: false, showPrice: false }, ["Maria Ortiz", "Biscuit", "", ""]],
])("a card's words in week, month and list follow the card switches: %s", (_, switches, expected) => {
  const { title, pets, service, price } = cardWords(card, lookOf(setting(switches)), format);
  expect([title, pets, service, price]).toEqual(expected);
  expect(cardLabel(card, format, "Robin")).toContain("alert: Bites");
});

test("a time that is proposed for a request is told apart from the one that was asked for", () => {
  const asked = { ...card, cardType: CardType.BOOKING_REQUEST };
  const proposed = { ...asked, heldUntil: timestampNow() };
  expect([card, asked, proposed].map(requestWord)).toEqual(["", "Request", "Proposed"]);
  expect(cardLabel(asked, format, "Robin")).toMatch(/^Booking request, Maria Ortiz/);
  expect(cardLabel(proposed, format, "Robin")).toMatch(/^Proposed time, Maria Ortiz/);
});

test.each([
  ["time", "showAppointmentTime"],
  ["price", "showPrice"],
  ["comment", "showComment"],
  ["popup", "showPopupView"],
] as const)("a card's %s is there only where %s is on", (part, name) =>
  expect([false, true].map((on) => lookOf(setting({ [name]: on }))[part])).toEqual([false, true]),
);

test.each([
  [ColorCodeDisplay.STRIPE, true],
  [ColorCodeDisplay.BACKGROUND, false],
])("color-code-choice: displayed as %i, the color is a stripe: %s", (showColorCodeDisplay, stripe) =>
  expect(lookOf(setting({ showColorCodeDisplay })).stripe).toBe(stripe),
);

test.each([
  [ColorCodeWith.APPOINTMENT, "#111111"],
  [ColorCodeWith.SERVICE, "#222222"],
  [ColorCodeWith.STAFF, undefined],
])("color-code-choice: coded by %i, a card has the color %s", (showColorCodeWith, color) => {
  const coded = { colorCode: "#111111", services: [{ colorCode: "" }, { colorCode: "#222222" }, { colorCode: "#333333" }] };
  const style = colourOf(setting({ showColorCodeWith }).showColorCodeWith)?.(coded) as Record<string, string> | undefined;
  expect(style?.["--c"]).toBe(color);
});

test("zoom-levels: an hour of the day has three heights, one of the week two, and neither follows the other", () => {
  const { STANDARD, LARGE, EXTRA_LARGE } = CalendarZoomLevel;
  const compact = { weeklyViewZoomLevel: WeeklyViewZoomLevel.COMPACT };
  const day = [STANDARD, LARGE, EXTRA_LARGE].map((calendarZoomLevel) => hourHeight("day", setting({ ...compact, calendarZoomLevel })));
  expect(day).toEqual([78, 104, 136]);
  expect(hourHeight("week", setting({ ...compact, calendarZoomLevel: EXTRA_LARGE }))).toBe(48);
  expect(hourHeight("week", setting({ calendarZoomLevel: EXTRA_LARGE }))).toBe(78);
});

test("saving the page changes what it offers and names nothing else", () => {
  const before = setting({ showAddress: true, calendarViewStartAt: 540, calendarViewEndAt: 1440, showPrice: true });
  const { setting: sent, updateMask } = requestOf({ ...valuesOf(before), showPrice: false, calendarViewStartAt: "480" });
  expect(sent).toMatchObject({ calendarViewStartAt: 480, calendarViewEndAt: 1440, showPrice: false, finishWhenPaid: true });
  expect(updateMask.paths).toContain("calendar_view_start_at");
  expect(sent.showAddress).toBe(true);
  expect(updateMask.paths).not.toContain("business_id");
});

test("what is part of a series says so, on its card and to who hears it", () => {
  const part = { ...card, repeatId: "7" };
  expect([card, part].map((one) => cardWords(one, lookOf(setting(all)), format).title)).toEqual(["Maria Ortiz", "Maria Ortiz ↻"]);
  expect(cardLabel(part, format, "Robin")).toContain("repeats");
});

test.each([
  ["all of it", { time: "9:00", location: "Ballard", capacity: 3, used: 1 }, ["9:00", "Ballard", "2 free"]],
  ["no time", { time: "", location: "Ballard", capacity: 3, used: 1 }, ["Ballard", "2 free"]],
  ["the places alone", { time: "", location: "", capacity: 3, used: 3 }, ["Full"]],
])("the mark of a slot says what the settings want: %s", (_, parts, words) => expect(slotLines(parts)).toEqual(words));

test("an address is the last mark of a card, and its words stand on it where there is room", () => {
  const signs = signsOf(create(CardAlertsSchema, { requiredSign: true, address: "12 Pine St" }), () => "");
  expect([signs.at(-1)?.words, addressIn(signs)]).toEqual(["12 Pine St", "12 Pine St"]);
  expect(addressIn(signsOf(create(CardAlertsSchema, { requiredSign: true }), () => ""))).toBeUndefined();
});

const MOBILE = 0;
/** Everything that is drawn by the settings, told as text. */
const drawn = (more: object): string => {
  const own = setting({ isDrivingTimeOpen: true, isDrivingTimeVisible: true, calendarViewStartAt: 540, calendarViewEndAt: 1080, ...more });
  const views = (["day", "week", "month", "list"] as const).map((view) => [gridOf(own, view, MOBILE), hourHeight(view, own)]);
  const colour = colourOf(own.showColorCodeWith)?.({ colorCode: "#112233", services: [{ colorCode: "#445566" }] });
  const hours = shownHours({ from: own.calendarViewStartAt, to: own.calendarViewEndAt }, [], []);
  return JSON.stringify([views, colour ?? "staff", hours, lookOf(own), firstView(own)]);
};
/** These act where cards' marks and finished visits are worked out; their tests stand in the calendar service. */
const byServer = ["showPetCode", "showAddress", "showAddressType", "showAgreementNotSignedAlert", "showVaccinationAlert", "finishWhenPaid"];
const others: Readonly<Record<string, unknown>> = {
  defaultView: CalendarView.MONTH,
  calendarViewStartAt: 480,
  calendarViewEndAt: 1200,
  calendarZoomLevel: CalendarZoomLevel.LARGE,
  weeklyViewZoomLevel: WeeklyViewZoomLevel.COMPACT,
  showColorCodeWith: ColorCodeWith.SERVICE,
  showColorCodeDisplay: ColorCodeDisplay.STRIPE,
  isDrivingTimeOpen: false,
  isDrivingTimeVisible: false,
};
const settingNames = CalendarSettingSchema.fields
  .map(({ localName }) => localName)
  .filter((name) => !["businessId", "version"].includes(name));
test.each(settingNames.filter((name) => !byServer.includes(name)))("the calendar is drawn otherwise with another %s", (name) => {
  expect(drawn({ [name]: others[name] ?? true })).not.toBe(drawn({}));
});

test("driving times are for who drives, on the days that are drawn hour by hour or as a list", () => {
  const own = setting({ isDrivingTimeOpen: true, isDrivingTimeVisible: true });
  const on = (view: "day" | "week" | "month" | "list", appType = MOBILE) => gridOf(own, view, appType).driving;
  expect([on("day"), on("week"), on("list"), on("month"), on("day", FACILITY)]).toEqual([true, true, true, false, false]);
});

test("whoever has two cards of one visit has its pet once in their day", () => {
  const two = [1, 2].map((n) => ({ ...card, appointmentId: "7", cardId: `${n}` }));
  expect(dayTotals(two).pets).toBe(1);
});

import { refusalOf } from "@leashline/kit/test";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { DayListService } from "@leashline/proto/leashline/calendar/v1/day_list_service_pb.js";
import { PrintCardKind, PrintCardService } from "@leashline/proto/leashline/calendar/v1/print_card_service_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Harness, openHarness } from "../../test/harness.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
});
afterAll(() => harness.stop());

const cards = (caller = {}) => harness.client(PrintCardService, caller);
const day = { year: 2031, month: 4, day: 8 };
const groomer = { permissions: [Permission.VIEW_CALENDAR], employeeCategory: 0, staffId: "1", accountId: "77" };

test("the cards of a day: by start, with client, pets and the newest finished appointments before; canceled ones are left out", async () => {
  const finish = async (date: string) => {
    const { id } = await harness.book({ date, start: 600, petId: "40", ticketComments: `on ${date}` });
    await harness.client(AppointmentService).updateStatus({ id, status: AppointmentStatus.FINISHED });
  };
  for (const date of ["2031-01-07", "2031-02-04", "2031-03-04"]) await finish(date);
  const late = await harness.book({ date: "2031-04-08", start: 800, petId: "50", staffId: "2" });
  const early = await harness.book({ date: "2031-04-08", start: 600, petId: "40" });
  const gone = await harness.book({ date: "2031-04-08", start: 700, petId: "60" });
  await harness.client(AppointmentService).cancelAppointment({ id: gone.id });
  const listed = await cards().listPrintCards({ date: day, historyCount: 2 });
  expect(listed.cards.map((one) => one.appointment?.id)).toEqual([early.id, late.id]);
  const [first] = listed.cards;
  expect(first?.client).toMatchObject({ lastName: "4", phoneDisplay: "(206) 555-0100" });
  expect(first?.pets).toMatchObject([{ pet: { petName: "Pet 40" }, notes: ["Kind"] }]);
  expect(first?.history.map((past) => past.ticketComments)).toEqual(["on 2031-03-04", "on 2031-02-04"]);
  const ofOne = await cards().listPrintCards({ date: day, staffIds: ["2"] });
  expect(ofOne.cards.map((one) => [one.appointment?.id, one.history.length])).toEqual([[late.id, 0]]);
  const paged = await cards().listPrintCards({ date: day, pageSize: 1 });
  const rest = await cards().listPrintCards({ date: day, pageSize: 1, pageToken: paged.nextPageToken });
  expect([...paged.cards, ...rest.cards].map((one) => one.appointment?.id)).toEqual([early.id, late.id]);
  const seen = await cards(groomer).getPrintCard({ groomingId: early.id });
  expect(seen.card?.client).toMatchObject({ lastName: "4", phoneDisplay: "" });
  expect((await refusalOf(cards().getPrintCard({ groomingId: "987654321" }))).code).toBe(30005);
});

test("a day's cards are those of the clients in reach: their notes are nobody else's", async () => {
  const date = "2031-06-10";
  const near = await harness.book({ date, start: 600, petId: "40" });
  await harness.book({ date, start: 800, petId: "5000", staffId: "2" });
  const asked = { date: { year: 2031, month: 6, day: 10 } };
  const shown = async (caller = {}) => (await cards(caller).listPrintCards(asked)).cards.map((one) => one.appointment?.id);
  expect(await shown(groomer)).toEqual([near.id]);
  expect(await shown()).toHaveLength(2);
  const lists = async (caller = {}) => (await harness.client(DayListService, caller).listAppointmentCards(asked)).appointments.length;
  expect([await lists(groomer), await lists()]).toEqual([1, 2]);
});

test("stay-print-card-params: stays of a day, of the named care types, and only of pets that are checked in where that is asked", async () => {
  const daycare = (petId: string) => [{ petId, services: [{ serviceId: "96" }] }];
  const here = await harness.book({ date: "2031-05-06", start: 600, petId: "70", petServices: daycare("70") });
  const expected = await harness.book({ date: "2031-05-06", start: 660, petId: "80", petServices: daycare("80"), staffId: "2" });
  const groomed = await harness.book({ date: "2031-05-06", start: 720, petId: "90" });
  await harness.client(AppointmentService).updateStatus({ id: here.id, status: AppointmentStatus.CHECKED_IN });
  const date = { year: 2031, month: 5, day: 6 };
  const ids = async (more = {}) => (await cards().listStayPrintCards({ date, ...more })).cards.map((one) => one.appointment?.id);
  expect(await ids()).toEqual([here.id, expected.id]);
  expect(await ids({ isPetsCheckedInOnly: true })).toEqual([here.id]);
  expect(await ids({ serviceItemTypes: ["BOARDING"] })).toEqual([]);
  expect((await cards().getStayPrintCard({ groomingId: here.id })).card?.appointment?.id).toBe(here.id);
  expect((await refusalOf(cards().getStayPrintCard({ groomingId: groomed.id }))).code).toBe(30005);
});

test("print-settings-version: each person keeps settings of their own, a stale change is refused, and what is no object is said", async () => {
  const settingKey = PrintCardKind.APPOINTMENT;
  expect(await cards().getPrintCardSettings({ settingKey })).toMatchObject({ settings: "", version: 0 });
  const saved = await cards().updatePrintCardSettings({ settingKey, settings: '{"version":1,"general":{"show":false}}' });
  expect([JSON.parse(saved.settings), saved.version]).toEqual([{ version: 1, general: { show: false } }, 1]);
  expect((await cards(groomer).getPrintCardSettings({ settingKey })).settings).toBe("");
  expect((await cards().getPrintCardSettings({ settingKey: PrintCardKind.STAY })).settings).toBe("");
  for (const [settings, version] of [
    ['{"general":{"show":true}}', 1],
    ['{"general":{"show":true},"version":7}', 2],
  ] as const)
    await cards().updatePrintCardSettings({ settingKey, settings, version });
  const kept = await cards().getPrintCardSettings({ settingKey });
  expect([JSON.parse(kept.settings), kept.version]).toEqual([{ version: 1, general: { show: true } }, 3]);
  expect((await refusalOf(cards().updatePrintCardSettings({ settingKey, settings: "{}", version: 1 }))).code).toBe(900001);
  for (const settings of ["[]", "{a", "12", "null"])
    expect((await refusalOf(cards().updatePrintCardSettings({ settingKey, settings }))).options.fields?.[0]?.field).toBe("settings");
});

import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { contextHeader, ErrorCode, signCaller, toMoney, toWireDate } from "@leashline/kit";
import { owner, refusalOf } from "@leashline/kit/test";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { BlockService } from "@leashline/proto/leashline/calendar/v1/block_service_pb.js";
import { CardType } from "@leashline/proto/leashline/calendar/v1/card_pb.js";
import { CardService, ListDayCardsResponseSchema } from "@leashline/proto/leashline/calendar/v1/card_service_pb.js";
import { OverviewService, OverviewStatus } from "@leashline/proto/leashline/calendar/v1/overview_service_pb.js";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Harness, openHarness } from "../../test/harness.ts";
import { decimal } from "../appointments/notes.ts";
import { tabs } from "../overview/overview.ts";
import { renderBlockCard } from "./card.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
});
afterAll(() => harness.stop());

const day = (n: number) => Temporal.PlainDate.from("2031-01-01").add({ weeks: n }).toString();
const cards = async (n: number, more = {}) =>
  (await harness.client(CardService).listDayCards({ startDate: toWireDate(day(n)), ...more })).cards;

describe("cards", () => {
  test("card-types-values: appointments and blocks of the days asked for, by date and start, flat; a month without notes", async () => {
    await harness.book({ date: day(1), start: 700, alertNotes: "Bites", ticketComments: "Short tail" });
    await harness.book({ date: day(1), start: 600, staffId: "2", petId: "20" });
    await harness.book({ date: day(2), start: 540 });
    const { block } = await harness
      .client(BlockService)
      .createBlock({ staffId: "1", date: toWireDate(day(1)), startTime: 900, endTime: 960, description: "Lunch" });
    const shown = await cards(1);
    expect(shown.map((card) => [card.cardType, card.startTime, card.staffId])).toEqual([
      [1, 600, "2"],
      [1, 700, "1"],
      [4, 900, "1"],
    ]);
    expect(shown[1]).toMatchObject({
      cardType: CardType.APPOINTMENT,
      date: day(1),
      endDate: "",
      customerInfo: { customerId: "1", firstName: "Client", lastName: "1", clientColor: "#112233", isNewClient: true },
      pets: [{ petId: "10", petName: "Pet 10", breed: "Poodle" }],
      services: [{ petId: "10", serviceId: "1", serviceName: "Service 1" }],
      estimatedTotalPrice: toMoney(5000, "USD"),
      paidAmount: toMoney(0, "USD"),
      alertNotes: "Bites",
      ticketComments: "Short tail",
      serviceItemTypes: ["GROOMING"],
      version: 1,
    });
    expect(shown[2]).toMatchObject({
      cardType: CardType.BLOCK,
      cardId: block?.id,
      description: "Lunch",
      appointmentId: "0",
      pets: [],
      services: [],
    });
    const month = (await harness.client(CardService).listMonthCards({ startDate: toWireDate(day(1)), endDate: toWireDate(day(2)) })).cards;
    expect(month.map((card) => [card.date, card.alertNotes])).toEqual([
      [day(1), ""],
      [day(1), ""],
      [day(1), ""],
      [day(2), ""],
    ]);
    expect((await cards(1, { filters: { staffIds: ["2"] } })).map((card) => card.staffId)).toEqual(["2"]);
    expect(await cards(1, { filters: { statuses: [AppointmentStatus.FINISHED] } })).toHaveLength(1);
  });

  test("a card carries each pet and service of its staff member by itself, with what they cost; no text has to be taken apart", async () => {
    const { id } = await harness.book({
      date: day(9),
      start: 600,
      petServices: [
        { petId: "10", services: [{ serviceId: "1" }, { serviceId: "2", staffId: "2" }] },
        { petId: "11", services: [{ serviceId: "1" }] },
      ],
    });
    const shown = await cards(9);
    expect(shown.map((card) => [card.staffId, card.appointmentId, card.cardType])).toEqual([
      ["1", id, CardType.SERVICE],
      ["2", id, CardType.SERVICE],
    ]);
    expect(shown.map((card) => card.pets.map((pet) => [pet.petId, pet.petName]))).toEqual([
      [
        ["10", "Pet 10"],
        ["11", "Pet 11"],
      ],
      [["10", "Pet 10"]],
    ]);
    expect(shown.map((card) => card.services.map((line) => [line.petId, line.serviceName]))).toEqual([
      [
        ["10", "Service 1"],
        ["11", "Service 1"],
      ],
      [["10", "Service 2"]],
    ]);
    expect(shown.map((card) => card.petDetailIds)).toEqual(shown.map((card) => card.services.map((line) => line.petDetailId)));
    expect(shown.map((card) => [card.estimatedTotalPrice, card.serviceItemTypes])).toEqual([
      [toMoney(10_000, "USD"), ["GROOMING"]],
      [toMoney(5000, "USD"), ["GROOMING"]],
    ]);
  });

  test("a card says whether it may be dragged, and why its length may not; the evaluations of an appointment stand by themselves too", async () => {
    const stay = await harness.book({ date: day(20), start: 600, endDate: toWireDate(day(21)) });
    const finished = await harness.book({
      date: day(20),
      start: 840,
      petServices: [{ petId: "11", services: [{ serviceId: "1" }, { serviceId: "93" }] }],
    });
    expect(finished.evaluationServiceList.map((line) => line.serviceId)).toEqual(["93"]);
    expect((await cards(20)).map((card) => card.draggableInfo)).toMatchObject([
      { draggable: true, resize: false, notResizeReason: "Change the nights in the appointment" },
      { draggable: true, resize: true, notResizeReason: "" },
    ]);
    await harness.client(AppointmentService).updateStatus({ id: finished.id, status: AppointmentStatus.CHECKED_IN });
    expect((await cards(20))[1]?.draggableInfo).toMatchObject({
      ...{ draggable: true, earliestDate: day(20), latestDate: day(20) },
      dateReason: "The pet is checked in. The appointment stays on its day.",
    });
    const drag = (more: object) => harness.client(AppointmentService).rescheduleCard({ appointmentId: finished.id, ...more });
    expect(await refusalOf(drag({ startDate: toWireDate(day(21)) }))).toMatchObject({
      code: ErrorCode.STATE_CONFLICT,
      message: "The pet is checked in. The appointment stays on its day.",
    });
    expect((await drag({ startDate: toWireDate(day(20)), startTime: 870 })).appointment?.startTime).toBe(870);
    for (const id of [stay.id, finished.id])
      await harness.client(AppointmentService).updateStatus({ id, status: AppointmentStatus.FINISHED });
    expect((await cards(20)).map((card) => card.draggableInfo)).toMatchObject([
      { draggable: false, resize: false, notResizeReason: "Finished" },
      { draggable: false, resize: false, notResizeReason: "Finished" },
    ]);
  });

  test("the same answer in JSON, for callers who read that", async () => {
    const headers = { "content-type": "application/json", [contextHeader]: signCaller(owner, harness.config.signingKey) };
    const body = JSON.stringify({ startDate: toWireDate(day(1)) });
    const response = await fetch(`${harness.url}/leashline.calendar.v1.CardService/ListDayCards`, { method: "POST", headers, body });
    const json = (await response.json()) as { cards: { pets?: { petName: string }[] }[] };
    expect(json.cards.map((card) => (card.pets ?? []).map((pet) => pet.petName))).toEqual(
      (await cards(1)).map((card) => card.pets.map((pet) => pet.petName)),
    );
  });

  test("a stay shows on each day it lasts and takes nobody's time", async () => {
    const stay = { date: day(3), start: 600, endDate: toWireDate(day(4)) };
    const appointment = await harness.book(stay);
    await harness.book({ date: day(3), start: 600, petId: "20" });
    expect((await cards(4)).map((card) => [card.appointmentId, card.endDate])).toEqual([[appointment.id, day(4)]]);
    expect(await cards(5)).toEqual([]);
  });

  test("stored bytes are what the encoder would write", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), fc.integer({ min: 0, max: 1439 }), (description, start) => {
        const block = {
          id: "7",
          staffId: "3",
          businessId: "1",
          date: "2026-05-01",
          start,
          end: 1440,
          description,
          colorCode: "",
          overbooked: false,
          seriesId: "0",
          externalId: "",
          version: 2,
        };
        const { cards: read } = fromBinary(ListDayCardsResponseSchema, renderBlockCard(block).lean);
        expect(read).toMatchObject([{ cardId: "7", startTime: start, description }]);
        expect(
          Buffer.from(toBinary(ListDayCardsResponseSchema, create(ListDayCardsResponseSchema, { cards: read }))).equals(
            renderBlockCard(block).lean,
          ),
        ).toBe(true);
      }),
    );
  });

  test.each([
    ["11800", "USD", "118.00"],
    ["5", "USD", "0.05"],
    ["-250", "USD", "-2.50"],
    ["1200", "JPY", "1200"],
  ])("%s of %s reads %s", (minor, currency, text) => expect(decimal(minor, currency)).toBe(text));
});

describe("blocks", () => {
  const blocks = () => harness.client(BlockService);

  test("conflict-kinds: a block keeps bookings out; it moves, opens again, and is not put over an appointment by accident", async () => {
    const { block } = await blocks().createBlock({
      staffId: "1",
      date: toWireDate(day(6)),
      startTime: 630,
      endTime: 690,
      description: "Training",
    });
    const refusal = await refusalOf(harness.book({ date: day(6), start: 600 }));
    expect([refusal.code, refusal.options.conflict?.kind]).toEqual([ErrorCode.SLOT_FULL, "conflict with blocked time"]);
    await blocks().updateBlock({ id: block!.id, startTime: 720, endTime: 780, version: 1 });
    const appointment = await harness.book({ date: day(6), start: 600 });
    const over = await refusalOf(blocks().updateBlock({ id: block!.id, startTime: 610 }));
    expect(over.options.conflict?.appointmentId).toBe(appointment.id);
    expect((await blocks().updateBlock({ id: block!.id, startTime: 610, overbook: true })).block?.startTime).toBe(610);
    expect((await refusalOf(blocks().updateBlock({ id: block!.id, startTime: 650, version: 1 }))).code).toBe(ErrorCode.VERSION_CONFLICT);
    await blocks().deleteBlock({ id: block!.id });
    expect((await refusalOf(blocks().getBlock({ id: block!.id }))).code).toBe(ErrorCode.NOT_FOUND);
    await harness.book({ date: day(6), start: 720, petId: "20" });
  });

  test("another company cannot reach it", async () => {
    const { block } = await blocks().createBlock({ staffId: "1", date: toWireDate(day(7)), startTime: 600, endTime: 660 });
    const other = harness.client(BlockService, { companyId: "2" });
    expect((await refusalOf(other.getBlock({ id: block!.id }))).code).toBe(ErrorCode.NOT_FOUND);
    expect((await refusalOf(other.deleteBlock({ id: block!.id }))).code).toBe(ErrorCode.NOT_FOUND);
    expect((await blocks().getBlock({ id: block!.id })).block).toMatchObject({ startTime: 600 });
  });
});

describe("the day at a glance", () => {
  test("overview-statuses: appointments under their tab, counts and sums of every tab", async () => {
    const api = harness.client(AppointmentService);
    const steps = [
      [],
      [AppointmentStatus.CHECKED_IN],
      [AppointmentStatus.CHECKED_IN, AppointmentStatus.READY_FOR_PICKUP],
      [AppointmentStatus.FINISHED],
      [],
    ];
    const ids: string[] = [];
    for (const [n, statuses] of steps.entries()) {
      const { id } = await harness.book({ date: day(8), start: 540 + n * 60, petId: String(10 + n * 10) });
      for (const status of statuses) await api.updateStatus({ id, status });
      ids.push(id);
    }
    await api.cancelAppointment({ id: ids[4]! });
    const overview = (more = {}) => harness.client(OverviewService).listOverviewAppointments({ date: toWireDate(day(8)), ...more });
    const all = await overview();
    expect(all.appointments.map((one) => one.id)).toEqual(ids.slice(0, 4));
    expect(all.counts).toMatchObject(
      tabs.map(({ tab }) => ({ status: tab, appointments: 1, pets: 1, estimatedTotalPrice: { units: 50n } })),
    );
    expect((await overview({ status: OverviewStatus.IN_STORE })).appointments.map((one) => one.id)).toEqual([ids[1]]);
    expect((await overview({ keyword: "pet 30" })).appointments.map((one) => one.id)).toEqual([ids[2]]);
    for (const keyword of ["P30", "*p30*"])
      expect(
        (await overview({ keyword })).appointments.map((one) => one.id),
        "a scanned label",
      ).toEqual([ids[2]]);
    for (const keyword of ["%", "pet_30", "P3", `P${"9".repeat(30)}`])
      expect((await overview({ keyword })).appointments, keyword).toEqual([]);
    const first = await overview({ pageSize: 3 });
    const rest = await overview({ pageSize: 3, pageToken: first.nextPageToken });
    expect([first.total, first.appointments.length, rest.appointments.map((one) => one.id), rest.nextPageToken]).toEqual([
      4,
      3,
      [ids[3]],
      "",
    ]);
  });

  test("overview-page-size: a hundred to a page unless another number of them is asked for", async () => {
    const { id } = await harness.book({ date: day(30), start: 600 });
    await harness.admin.query(
      `insert into calendar.appointment select (jsonb_populate_record(null::calendar.appointment, to_jsonb(a) || jsonb_build_object('id', a.id + 1000000 + n))).*
       from calendar.appointment a, generate_series(1, 100) n where a.id = $1`,
      [id],
    );
    const sizeOf = async (more = {}) => {
      const asked = { date: toWireDate(day(30)), ...more };
      const { appointments, total } = await harness.client(OverviewService).listOverviewAppointments(asked);
      return [appointments.length, total];
    };
    expect(await sizeOf()).toEqual([100, 101]);
    for (const [pageSize, size] of [
      [0, 100],
      [-5, 100],
      [50, 50],
      [200, 101],
    ])
      expect(await sizeOf({ pageSize }), String(pageSize)).toEqual([size, 101]);
    await harness.admin.query("delete from calendar.appointment where id > 1000000 and date = $1", [day(30)]);
  });
});

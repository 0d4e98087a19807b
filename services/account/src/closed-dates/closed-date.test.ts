import { refusalOf } from "@leashline/kit/test";
import { ClosedDateService } from "@leashline/proto/leashline/account/v1/closed_date_service_pb.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Harness, startHarness } from "../../test/harness.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(async () => {
  await harness.servers.stop();
});
const codeOf = async (call: Promise<unknown>): Promise<number> => (await refusalOf(call)).code;
const on = (year: number, month: number, day: number) => ({ year, month, day });

describe("closed dates and holidays", () => {
  test("closed-date-fields: add, get, update, delete; each is told to listeners", async () => {
    const { owner } = await harness.openCompany("Closed");
    const closed = harness.as(ClosedDateService, owner);
    const { closedDate } = await closed.addClosedDate({
      startDate: on(2026, 12, 24),
      endDate: on(2026, 12, 26),
      description: "Winter break",
    });
    expect(closedDate).toMatchObject({ businessId: owner.businessId, description: "Winter break", type: "closed_date" });
    expect(await codeOf(closed.addClosedDate({ startDate: on(2026, 12, 24), endDate: on(2026, 12, 23) }))).toBe(400);
    expect(await codeOf(closed.addClosedDate({ startDate: on(2026, 2, 30) }))).toBe(400);
    const touched = await closed.getClosedDates({ startDate: on(2026, 12, 26), endDate: on(2026, 12, 31) });
    expect(touched.closedDates.map((c) => c.id)).toEqual([closedDate?.id]);
    const id = closedDate?.id as string;
    const { closedDate: longer } = await closed.updateClosedDate({ id, endDate: on(2026, 12, 28) });
    expect(longer).toMatchObject({ id, startDate: on(2026, 12, 24), endDate: on(2026, 12, 28), description: "Winter break" });
    expect(await codeOf(closed.updateClosedDate({ id, endDate: on(2026, 12, 23) }))).toBe(400);
    const { owner: stranger } = await harness.openCompany("Open");
    expect(await codeOf(harness.as(ClosedDateService, stranger).updateClosedDate({ id, description: "x" }))).toBe(404);
    await harness.as(ClosedDateService, stranger).deleteClosedDate({ id });
    expect((await closed.getClosedDates({ startDate: on(2026, 12, 28) })).closedDates.map((one) => one.description)).toEqual([
      "Winter break",
    ]);
    await closed.deleteClosedDate({ id: closedDate?.id as string });
    await closed.deleteClosedDate({ id: closedDate?.id as string });
    expect((await closed.getClosedDates({ startDate: on(2026, 1, 1) })).closedDates).toEqual([]);
    const { rows } = await harness.servers.admin.query(
      "select count(*)::int as n from account.outbox where company_id = $1 and type like '%ClosedDateChanged'",
      [owner.companyId],
    );
    expect(rows[0].n).toBe(3);
  });

  test("closed-date-fields: the days in one parameter closedDate; the same days are closed once, also by two at once", async () => {
    const { owner } = await harness.openCompany("Closed once");
    const closed = harness.as(ClosedDateService, owner);
    const days = { startDate: on(2026, 12, 24), endDate: on(2026, 12, 26) };
    const both = [closed.addClosedDate({ closedDate: { ...days, description: "Winter" } }), closed.addClosedDate(days)];
    const outcomes = await Promise.allSettled(both);
    expect(outcomes.map((one) => one.status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect((await refusalOf(closed.addClosedDate(days))).message).toBe("These days are closed already.");
    expect(await codeOf(closed.addClosedDate({ closedDate: {} }))).toBe(400);
    const { closedDate } = await closed.addClosedDate({ startDate: on(2026, 12, 27) });
    expect(await codeOf(closed.updateClosedDate({ closedDate: { id: closedDate?.id ?? "", ...days } }))).toBe(900008);
    const changed = await closed.updateClosedDate({
      closedDate: { id: closedDate?.id ?? "", endDate: on(2026, 12, 28), description: "Sunday" },
    });
    expect(changed.closedDate).toMatchObject({ startDate: on(2026, 12, 27), endDate: on(2026, 12, 28), description: "Sunday" });
    await closed.updateClosedDate({ id: closedDate?.id ?? "", description: "" });
    const { closedDates } = await closed.getClosedDates({ startDate: on(2026, 12, 1) });
    expect(closedDates).toMatchObject([days, { startDate: on(2026, 12, 27), endDate: on(2026, 12, 28), description: "" }]);
    expect(closedDates).toHaveLength(2);
  });

  test("holiday-default-type: the country's holidays are listed, closed and opened again, one or many", async () => {
    const { owner } = await harness.openCompany("Holidays");
    const closed = harness.as(ClosedDateService, owner);
    const before = await closed.listHolidays({ year: 2026 });
    expect(before.holidays.find((h) => h.description === "Thanksgiving Day")).toMatchObject({
      startDate: on(2026, 11, 26),
      isClosed: false,
      type: "holiday",
    });
    const { holiday } = await closed.editHoliday({ startDate: on(2026, 11, 26), isClosed: true });
    expect(holiday).toMatchObject({ description: "Thanksgiving Day", type: "holiday", isClosed: true });
    await closed.editHoliday({ startDate: on(2026, 11, 26), isClosed: true });
    await closed.massEditHolidays({
      holidays: [
        { startDate: on(2026, 12, 25), isClosed: true },
        { startDate: on(2026, 7, 10), isClosed: true, description: "Founders' day" },
      ],
    });
    const after = await closed.listHolidays({ year: 2026 });
    expect(after.holidays.filter((h) => h.isClosed).map((h) => h.description)).toEqual([
      "Founders' day",
      "Thanksgiving Day",
      "Christmas Day",
    ]);
    await closed.editHoliday({ startDate: on(2026, 11, 26), isClosed: false });
    expect((await closed.getClosedDates({ startDate: on(2026, 1, 1) })).closedDates).toHaveLength(2);
  });

  test("a year of holidays is closed in one go, also when the database has seen the statement often", async () => {
    const { owner } = await harness.openCompany("Many holidays");
    const closed = harness.as(ClosedDateService, owner);
    const { holidays } = await closed.listHolidays({ year: 2026 });
    const all = holidays.flatMap(({ startDate, endDate }) => (startDate && endDate ? [{ startDate, endDate, isClosed: true }] : []));
    expect(all.length).toBeGreaterThan(8);
    for (let round = 0; round < 3; round++) await closed.massEditHolidays({ holidays: all });
    expect((await closed.listHolidays({ year: 2026 })).holidays.every((one) => one.isClosed)).toBe(true);
  });
});

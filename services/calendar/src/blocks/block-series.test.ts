import { ErrorCode, fromWireDate, toWireDate } from "@leashline/kit";
import { owner, refusalOf } from "@leashline/kit/test";
import { RepeatModifyType } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { BlockSeriesService } from "@leashline/proto/leashline/calendar/v1/block_series_service_pb.js";
import { type Block, BlockService } from "@leashline/proto/leashline/calendar/v1/block_service_pb.js";
import { CardService } from "@leashline/proto/leashline/calendar/v1/card_service_pb.js";
import { RepeatFrequency } from "@leashline/proto/leashline/calendar/v1/series_service_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Harness, openHarness } from "../../test/harness.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
});
afterAll(() => harness.stop());

const api = (caller = {}) => harness.client(BlockSeriesService, caller);
const single = () => harness.client(BlockService);
// Wednesdays far ahead.
const day = (n: number) => Temporal.PlainDate.from("2035-01-03").add({ weeks: n }).toString();
const weekly = (count: number) => ({ frequency: RepeatFrequency.WEEK, interval: 1, ends: { case: "count" as const, value: count } });
const lunch = (n: number, count: number) => ({
  staffId: "1",
  date: toWireDate(day(n)),
  startTime: 720,
  endTime: 780,
  description: "Lunch",
  rule: weekly(count),
});
const dayOf = (one: { date?: Parameters<typeof fromWireDate>[0] }) => fromWireDate(one.date, "date");
const shape = (one: Block) => [dayOf(one), one.staffId, one.startTime, one.endTime];
const changesOf = (blocks: readonly Block[]) => ({ changes: blocks.map(({ id, version }) => ({ id, version })) });
const membersOf = async (id: string) => (await api().getBlockSeries({ id })).blocks.map(shape);
const cardsOn = async (n: number) => (await harness.client(CardService).listDayCards({ startDate: toWireDate(day(n)) })).cards;
const { THIS_AND_FOLLOWING, ALL, ONLY_THIS } = RepeatModifyType;

test("a preview names what is in the way on each date, and blocks nothing; then all dates are blocked or none", async () => {
  const { id } = await harness.book({ date: day(2), start: 750 });
  const asked = lunch(0, 4);
  const { dates } = await api().previewBlockSeries(asked);
  expect(dates.map((one) => [dayOf(one), one.conflict, one.conflictAppointmentId])).toEqual([
    [day(0), "", "0"],
    [day(1), "", "0"],
    [day(2), "conflict with existing booking", id],
    [day(3), "", "0"],
  ]);
  const refusal = await refusalOf(api().createBlockSeries(asked));
  expect([refusal.code, refusal.options.facts?.date]).toEqual([ErrorCode.SLOT_FULL, day(2)]);
  expect(await cardsOn(0)).toEqual([]);

  const { repeatId, blocks } = await api().createBlockSeries({ ...asked, skipDates: [toWireDate(day(2))] });
  expect(blocks.map(shape)).toEqual([0, 1, 3].map((n) => [day(n), "1", 720, 780]));
  expect(await cardsOn(3)).toMatchObject([{ cardId: blocks[2]!.id, repeatId, description: "Lunch" }]);
  expect((await refusalOf(harness.book({ date: day(3), start: 730, petId: "20" }))).code).toBe(ErrorCode.SLOT_FULL);
  const over = await api().createBlockSeries({ ...lunch(2, 2), rule: { ...weekly(2), interval: 5 }, overbook: true });
  expect(over.blocks).toHaveLength(2);
});

test("a block that is there begins to repeat, once", async () => {
  const { block } = await single().createBlock(lunch(10, 1));
  const asked = { ...lunch(10, 3), id: block!.id, version: block!.version };
  expect((await api().previewBlockSeries(asked)).dates.map(({ conflict }) => conflict)).toEqual(["", "", ""]);
  const { blocks } = await api().createBlockSeries(asked);
  expect([blocks[0]!.id, ...blocks.map(dayOf)]).toEqual([block!.id, day(10), day(11), day(12)]);
  expect((await refusalOf(api().createBlockSeries({ ...asked, version: 0 }))).code).toBe(ErrorCode.STATE_CONFLICT);
  expect((await api().getBlockSeries({ id: block!.id })).rule).toMatchObject({ interval: 1, ends: { case: "count", value: 3 } });
  await api().undoBlockChanges(changesOf(blocks));
  expect((await single().getBlock({ id: block!.id })).block).toMatchObject({ repeatId: "0", startTime: 720 });
  expect(await cardsOn(11)).toEqual([]);
});

test("this one, this and those that follow, or all change; one date that cannot be had leaves all as they were; undo brings all back", async () => {
  const { blocks } = await api().createBlockSeries(lunch(20, 4));
  const [first, second] = blocks as [Block, Block];
  const { blocks: alone } = await api().changeBlockSeries({ id: first.id, type: ONLY_THIS, endTime: 800 });
  expect(alone.map(shape)).toEqual([[day(20), "1", 720, 800]]);
  const { blocks: following } = await api().changeBlockSeries({
    id: second.id,
    type: THIS_AND_FOLLOWING,
    startTime: 700,
    staffId: "2",
    moveDays: 7,
  });
  expect(following.map(shape)).toEqual([22, 23, 24].map((n) => [day(n), "2", 700, 780]));
  await harness.book({ date: day(22), start: 735 });
  const back = await refusalOf(api().undoBlockChanges(changesOf(following)));
  expect([back.code, back.options.facts?.date]).toEqual([ErrorCode.SLOT_FULL, day(22)]);
  await harness.book({ date: day(23), start: 600, staffId: "2", petId: "20" });
  const refusal = await refusalOf(api().changeBlockSeries({ id: second.id, type: ALL, startTime: 600 }));
  expect([refusal.code, refusal.options.facts?.date]).toEqual([ErrorCode.SLOT_FULL, day(23)]);
  expect(await membersOf(first.id)).toEqual([[day(20), "1", 720, 800], ...[22, 23, 24].map((n) => [day(n), "2", 700, 780])]);
  const { blocks: said } = await api().changeBlockSeries({ id: first.id, type: ALL, description: "Training" });
  expect(said).toHaveLength(4);
  const undone = await api().undoBlockChanges(changesOf(said));
  expect(undone.blocks.map(({ description }) => description)).toEqual(["Lunch", "Lunch", "Lunch", "Lunch"]);
  expect((await refusalOf(api().undoBlockChanges(changesOf(said)))).code).toBe(ErrorCode.UNDO_EXPIRED);
});

test("opened again from one on, and blocked again by undo, once and for ten minutes only", async () => {
  const { blocks } = await api().createBlockSeries(lunch(30, 4));
  const { blocks: gone } = await api().deleteBlockSeries({ id: blocks[1]!.id, type: THIS_AND_FOLLOWING });
  expect(gone.map(dayOf)).toEqual([31, 32, 33].map(day));
  expect(await cardsOn(32)).toEqual([]);
  const { blocks: back } = await api().undoBlockChanges(changesOf(gone));
  expect(back.map((one) => [one.id, ...shape(one)])).toEqual(blocks.slice(1).map((one) => [one.id, ...shape(one)]));
  expect(await membersOf(blocks[0]!.id)).toHaveLength(4);
  expect((await refusalOf(api().undoBlockChanges(changesOf(gone)))).code).toBe(ErrorCode.UNDO_EXPIRED);
  const { blocks: all } = await api().deleteBlockSeries({ id: blocks[0]!.id, type: ALL });
  await harness.admin.query("update calendar.change_log set at = at - interval '11 minutes' where entity = 'block' and entity_id = $1", [
    all[0]!.id,
  ]);
  expect((await refusalOf(api().undoBlockChanges(changesOf(all)))).code).toBe(ErrorCode.UNDO_EXPIRED);
  expect(await cardsOn(31)).toEqual([]);

  const { block } = await single().createBlock(lunch(36, 1));
  const { block: opened } = await single().deleteBlock({ id: block!.id });
  await harness.book({ date: day(36), start: 720 });
  expect((await refusalOf(api().undoBlockChanges(changesOf([opened!])))).code).toBe(ErrorCode.SLOT_FULL);
});

test("a new series is taken back as one; what a block was changed to since is not", async () => {
  const { blocks } = await api().createBlockSeries(lunch(40, 3));
  await single().updateBlock({ id: blocks[1]!.id, description: "Vet" });
  expect((await refusalOf(api().undoBlockChanges(changesOf(blocks)))).code).toBe(ErrorCode.UNDO_EXPIRED);
  expect(await membersOf(blocks[0]!.id)).toHaveLength(3);
  await api().undoBlockChanges(changesOf([blocks[0]!, blocks[2]!]));
  expect(await membersOf(blocks[1]!.id)).toEqual([[day(41), "1", 720, 780]]);
});

test("what cannot repeat is refused with the field and the reason", async () => {
  const asked = (wish: object) => refusalOf(api().createBlockSeries({ ...lunch(50, 2), ...wish }));
  const table: [wish: object, field: string][] = [
    [{ endTime: 700 }, "endTime"],
    [{ rule: { ...weekly(2), frequency: RepeatFrequency.MONTH, interval: 99 } }, "rule"],
    [{ rule: { ...weekly(2), ends: { case: "until", value: toWireDate(day(50)) } } }, "rule"],
    [{ skipDates: [toWireDate(day(50)), toWireDate(day(51))] }, "skipDates"],
  ];
  for (const [wish, field] of table) {
    const refusal = await asked(wish);
    expect([refusal.code, refusal.options.fields?.[0]?.field]).toEqual([ErrorCode.PARAMS_INVALID, field]);
  }
  const { block } = await single().createBlock(lunch(50, 1));
  expect((await refusalOf(api().getBlockSeries({ id: block!.id }))).code).toBe(ErrorCode.NOT_FOUND);
  const wrong = await refusalOf(api().changeBlockSeries({ id: block!.id, endTime: 600 }));
  expect([wrong.code, wrong.options.fields?.[0]?.field]).toEqual([ErrorCode.PARAMS_INVALID, "endTime"]);
});

test("another company and who may not block get nothing and change nothing", async () => {
  const { blocks } = await api().createBlockSeries(lunch(60, 2));
  const { id } = blocks[0]!;
  const stranger = api({ companyId: "2", businessId: "1" });
  expect((await refusalOf(stranger.getBlockSeries({ id }))).code).toBe(ErrorCode.NOT_FOUND);
  expect((await refusalOf(stranger.changeBlockSeries({ id, type: ALL, endTime: 800 }))).code).toBe(ErrorCode.NOT_FOUND);
  expect((await refusalOf(stranger.deleteBlockSeries({ id, type: ALL }))).code).toBe(ErrorCode.NOT_FOUND);
  expect((await refusalOf(stranger.undoBlockChanges(changesOf(blocks)))).code).toBe(ErrorCode.NOT_FOUND);
  const groomer = api({ ...owner, permissions: [Permission.VIEW_CALENDAR], employeeCategory: 0, staffId: "5" });
  expect((await refusalOf(groomer.deleteBlockSeries({ id, type: ALL }))).code).toBe(ErrorCode.NO_PERMISSION);
  expect(await membersOf(id)).toHaveLength(2);
});

test("whatever is done to series of one person, in whatever order, no two blocks lie over each other, and what is refused changed nothing", async () => {
  const act = fc.record({
    kind: fc.constantFrom("create", "change", "delete", "undo"),
    start: fc.integer({ min: 40, max: 46 }),
    moveDays: fc.constantFrom(-7, 0, 7),
    type: fc.constantFrom(ONLY_THIS, THIS_AND_FOLLOWING, ALL),
    which: fc.nat(9),
  });
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 9 }), async (acts) => {
      const first = 100 + run++ * 40;
      const read = async () => {
        const { rows } = await harness.admin.query(
          "select id, date::text, start_minute, end_minute from calendar.block where date between $1 and $2 order by date, start_minute",
          [day(first - 20), day(first + 19)],
        );
        return rows as { id: string; date: string; start_minute: number; end_minute: number }[];
      };
      const ids: string[] = [];
      let last: Block[] = [];
      for (const { kind, start, moveDays, type, which } of acts) {
        const id = ids[which % Math.max(ids.length, 1)] ?? "1";
        const times = { startTime: start * 15, endTime: start * 15 + 45 };
        const before = await read();
        const done = await {
          create: () => api().createBlockSeries({ ...lunch(first + (which % 3), 3), ...times }),
          change: () => api().changeBlockSeries({ id, type, moveDays, ...times }),
          delete: () => api().deleteBlockSeries({ id, type }),
          undo: () => api().undoBlockChanges({ changes: last.length > 0 ? changesOf(last).changes : [{ id, version: 1 }] }),
        }
          [kind]()
          .catch(() => null);
        const after = await read();
        if (!done) expect(after).toEqual(before);
        last = done?.blocks ?? [];
        ids.push(...last.map((one) => one.id));
        for (const [index, one] of after.entries()) {
          const next = after[index + 1];
          if (next?.date === one.date) expect(next.start_minute).toBeGreaterThanOrEqual(one.end_minute);
        }
      }
    }),
    { numRuns: 12 },
  );
});

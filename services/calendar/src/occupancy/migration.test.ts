import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ErrorCode, toWireDate } from "@leashline/kit";
import { migrateService } from "@leashline/kit/db/migrate.ts";
import { refusalOf } from "@leashline/kit/test";
import { BlockService } from "@leashline/proto/leashline/calendar/v1/block_service_pb.js";
import { CardType } from "@leashline/proto/leashline/calendar/v1/card_pb.js";
import { CardService } from "@leashline/proto/leashline/calendar/v1/card_service_pb.js";
import { SlotService } from "@leashline/proto/leashline/calendar/v1/slot_service_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Harness, openHarness } from "../../test/harness.ts";

// A calendar as it was stored while one table held what takes time, blocks and cards, migrated and then used.

const date = "2031-03-04";
// 18:00 UTC is 10:00 in Los Angeles.
const appointment = (id: number, start: number, end: number, endDate = date): string =>
  `insert into appointment (company_id, id, business_id, customer_id, customer_first_name, date, end_date, start_minute, end_minute, start_at, end_at, staff_id, currency, overbooked, override_reason)
   values (1, ${id}, 1, 1, 'Rosa', '${date}', '${endDate}', ${start}, ${end}, timestamptz '${date} 08:00Z' + interval '${start} minutes', timestamptz '${endDate} 08:00Z' + interval '${end} minutes',
     1, 'USD', ${id === 12}, 'asked')`;
const line = (id: number, appointmentId: number, staffId: number, start: number): string =>
  `insert into pet_service (company_id, id, appointment_id, position, pet_id, pet_name, service_id, service_name, staff_id, start_minute, duration, price_minor)
   values (1, ${id}, ${appointmentId}, ${id}, 10, 'Moss', 1, 'Bath', ${staffId}, ${start}, 60, 5000)`;
type Card = {
  id: number;
  of: number | null;
  staffId?: number;
  start: number;
  end: number;
  exclusive?: boolean;
  takes?: boolean;
  endDate?: string;
};
const card = ({ id, of, staffId = 1, start, end, exclusive = true, takes = true, endDate = date }: Card): string =>
  `insert into card (company_id, id, business_id, kind, appointment_id, status, staff_id, date, end_date, start_minute, end_minute, during, takes_time, exclusive, pets, description, lean)
   values (1, ${id}, 1, ${of === null ? 4 : 1}, ${of}, ${of === null ? 0 : 1}, ${staffId}, '${date}', '${endDate}', ${start}, ${end},
     tstzrange(timestamptz '${date} 08:00Z' + interval '${start} minutes', timestamptz '${endDate} 08:00Z' + interval '${end} minutes'), ${takes}, ${exclusive}, ${of === null ? 0 : 1},
     '${of === null ? "Lunch" : ""}', '')`;

const stored = [
  appointment(11, 600, 660),
  line(1, 11, 1, 600),
  card({ id: 5, of: 11, start: 600, end: 660 }),
  appointment(12, 600, 720),
  line(2, 12, 1, 600),
  line(3, 12, 2, 660),
  card({ id: 6, of: 12, start: 600, end: 660, exclusive: false }),
  card({ id: 7, of: 12, staffId: 2, start: 660, end: 720, exclusive: false }),
  appointment(13, 540, 1020, "2031-03-06"),
  line(4, 13, 2, 540),
  card({ id: 8, of: 13, staffId: 2, start: 540, end: 600, exclusive: false, takes: false, endDate: "2031-03-06" }),
  card({ id: 9, of: null, start: 720, end: 780 }),
  appointment(14, 600, 780),
  line(5, 14, 4, 600),
  line(6, 14, 4, 720),
  card({ id: 10, of: 14, staffId: 4, start: 600, end: 780 }),
];

let harness: Harness;
const migrations = fileURLToPath(new URL("../../migrations/", import.meta.url));
const before = mkdtempSync(join(tmpdir(), "calendar-"));
beforeAll(async () => {
  harness = await openHarness([]);
  const adminUrl = new URL(process.env.LEASHLINE_POSTGRES_ADMIN_URL ?? "");
  adminUrl.pathname = new URL(harness.config.postgresUrl).pathname;
  const migrate = (folder: string) =>
    migrateService({ name: "calendar", migrations: folder, adminUrl: adminUrl.toString(), password: harness.config.dbPassword });
  cpSync(migrations, before, { recursive: true, filter: (path) => !/\/(000[7-9]|00[1-9]\d)-/.test(path) });
  await harness.admin.query("drop schema calendar cascade");
  await migrate(before);
  for (const statement of stored) await harness.admin.query(`set search_path = calendar, public; ${statement}; reset search_path`);
  expect(await migrate(migrations)).toContain("0007-occupancy");
});
afterAll(async () => {
  await harness.stop();
  rmSync(before, { recursive: true });
});

test("what was stored takes the same time as before, but not the time between two parts of a visit, and shows the same cards", async () => {
  const { rows } = await harness.admin.query(
    `select source_kind, source_id::int as id, resource_id::int as staff, day::text, (from_utc - extract(epoch from timestamptz '${date} 08:00Z') / 60)::int as start, (to_utc - from_utc)::int as length,
      exclusive, seats from calendar.occupancy order by source_kind, source_id, resource_id, from_utc`,
  );
  expect(rows.map((row) => Object.values(row))).toEqual([
    [1, 11, 1, date, 600, 60, true, 1],
    [1, 12, 1, date, 600, 60, false, 1],
    [1, 12, 2, date, 660, 60, false, 1],
    [1, 14, 4, date, 600, 60, true, 1],
    [1, 14, 4, date, 720, 60, true, 0],
    [2, 9, 1, date, 720, 60, true, 0],
  ]);
  const { cards } = await harness.client(CardService).listDayCards({ startDate: toWireDate(date) });
  expect(cards.map((one) => [one.cardType, one.appointmentId, one.staffId, one.startTime, one.endTime])).toEqual([
    [CardType.APPOINTMENT, "13", "2", 540, 1020],
    [CardType.APPOINTMENT, "11", "1", 600, 660],
    [CardType.SERVICE, "12", "1", 600, 660],
    [CardType.SERVICE, "14", "4", 600, 660],
    [CardType.SERVICE, "12", "2", 660, 720],
    [CardType.BLOCK, "0", "1", 720, 780],
    [CardType.SERVICE, "14", "4", 720, 780],
  ]);
  expect(cards.at(-2)).toMatchObject({ cardId: "9", description: "Lunch" });
  const again = await harness.client(CardService).listDayCards({ startDate: toWireDate(date) });
  expect(again.cards).toEqual(cards);
});

test("what was taken is taken, what was free is free, and a new block has a number of its own", async () => {
  const slots = harness.client(SlotService);
  const check = async (staffId: string, startTime: number) => {
    const { conflict } = await slots.checkConflict({ staffId, date: toWireDate(date), startTime, endTime: startTime + 30 });
    return conflict ? `${conflict.kind} ${conflict.appointmentId}` : "free";
  };
  expect(await Promise.all([check("1", 615), check("2", 675), check("1", 735), check("2", 600), check("1", 660)])).toEqual([
    expect.stringMatching(/existing booking 1[12]/),
    "conflict with existing booking 12",
    "conflict with blocked time 9",
    "free",
    "free",
  ]);
  const blocks = harness.client(BlockService);
  const block = { staffId: "1", date: toWireDate(date), startTime: 740, endTime: 800 };
  expect((await refusalOf(blocks.createBlock(block))).code).toBe(ErrorCode.SLOT_FULL);
  await blocks.updateBlock({ id: "9", startTime: 840, endTime: 900 });
  expect(Number((await blocks.createBlock(block)).block?.id)).toBeGreaterThan(9);
});

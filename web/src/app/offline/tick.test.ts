import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { type CareEvent, CareOutcome } from "@leashline/proto/leashline/calendar/v1/care_service_pb.js";
import { expect, test } from "vitest";
import { explaining, fromElsewhere, reasonTime, saidAgainBy, type Tick, waitingFor } from "./tick.ts";

const { GIVEN, NOT_GIVEN, TAKEN_BACK, UNSPECIFIED } = CareOutcome;
const place = { careScheduleId: "7", date: "2026-11-24", time: 480 };
const tick = (entryKey: string, outcome: CareOutcome, tickedAt: number, more: Partial<Tick> = {}): Tick => ({
  ...{ entryKey, accountId: "1", companyId: "1", businessId: "1", appointmentId: "3", ...place, outcome, tickedAt, seen: [] },
  ...more,
});
const event = (careEventId: string, entryKey: string) => ({ careEventId, entryKey }) as CareEvent;

test("what waits on the device counts, the newest of it; what was refused, or is about another time, does not", () => {
  const ticks = [
    tick("b", NOT_GIVEN, 2),
    tick("a", GIVEN, 1),
    tick("c", GIVEN, 3, { refused: "gone" }),
    tick("d", GIVEN, 4, { time: 600 }),
  ];
  expect(waitingFor(ticks, place)).toEqual({ outcome: NOT_GIVEN, tickedAt: 2, note: "" });
  expect(waitingFor([...ticks, tick("e", TAKEN_BACK, 5)], place)).toEqual({ outcome: UNSPECIFIED, tickedAt: 5, note: "" });
  expect(waitingFor(ticks, { ...place, date: "2026-11-25" })).toBeUndefined();
});

test("a tick of a service is about that service on that day, and about nothing that is fed or given", () => {
  const bath = { careScheduleId: "0", petDetailId: "31", date: "2026-11-24", time: 0 };
  const ticks = [tick("a", GIVEN, 1), tick("b", NOT_GIVEN, 2, bath)];
  expect(waitingFor(ticks, bath)).toEqual({ outcome: NOT_GIVEN, tickedAt: 2, note: "" });
  expect(waitingFor(ticks, place)).toEqual({ outcome: GIVEN, tickedAt: 1, note: "" });
  for (const other of [{ petDetailId: "32" }, { date: "2026-11-25" }]) expect(waitingFor(ticks, { ...bath, ...other })).toBeUndefined();
});

test("a conflict is what others noted and nobody here had seen: neither the tick itself, nor what this device sent, nor what stood on the sheet", () => {
  const events = [event("10", "mine"), event("9", "theirs"), event("8", "sent-before"), event("7", "on-the-sheet")];
  expect(fromElsewhere(events, tick("mine", GIVEN, 1, { seen: ["7"] }), ["sent-before"])).toEqual([event("9", "theirs")]);
});

test("a reason waits with its tick and takes the place of the one without, which is about the same and has not been refused", () => {
  const why = tick("why", NOT_GIVEN, 9, { note: "Refused" });
  const before = [
    tick("a", NOT_GIVEN, 1),
    tick("b", GIVEN, 2),
    tick("c", NOT_GIVEN, 3, { time: 600 }),
    tick("d", NOT_GIVEN, 4, { refused: "gone" }),
  ];
  expect(saidAgainBy(why, [...before, why]).map(({ entryKey }) => entryKey)).toEqual(["a"]);
  expect(saidAgainBy(tick("plain", NOT_GIVEN, 9), before)).toEqual([]);
  expect(waitingFor([...before, why], place)).toEqual({ outcome: NOT_GIVEN, tickedAt: 9, note: "Refused" });
});

test("a reason is noted right after what it explains, whenever it is said: what somebody noted in between stands", () => {
  const why = tick("why", NOT_GIVEN, 9_000, { note: "Refused" });
  expect(explaining(why, [tick("a", NOT_GIVEN, 1), tick("b", NOT_GIVEN, 5)])).toEqual({ ...why, tickedAt: 6 });
  expect(explaining(why, [])).toEqual(why);
  const noted = (outcome: CareOutcome, at: number) => ({ outcome, createTime: timestampFromMs(at) });
  const eight = Date.UTC(2026, 10, 24, 8);
  const nine = eight + 3_600_000;
  expect(reasonTime([noted(NOT_GIVEN, eight), noted(GIVEN, 5)], nine)).toBe(eight + 1);
  expect(reasonTime([noted(GIVEN, eight), noted(NOT_GIVEN, 5)], nine), "it explains what stands").toBeUndefined();
  expect(reasonTime([noted(NOT_GIVEN, eight)], eight + 31 * 86_400_000), "no server takes what is that old").toBeUndefined();
  expect(reasonTime([], nine)).toBeUndefined();
});

import { ErrorCode, toWireDate } from "@leashline/kit";
import { owner, refusalOf } from "@leashline/kit/test";
import { WorkMode } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { BlockService } from "@leashline/proto/leashline/calendar/v1/block_service_pb.js";
import { SlotService } from "@leashline/proto/leashline/calendar/v1/slot_service_pb.js";
import { OperationsService } from "@leashline/proto/leashline/kit/v1/operations_service_pb.js";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Harness, openHarness } from "../../test/harness.ts";
import { command } from "../db.ts";
import { lockedSeats, type SharedDay, stateSeats, take } from "./occupancy.store.ts";
import { type Occupancy, Resource, Source } from "./resource.ts";
import { resourceLock } from "./resource-lock.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness(["1", "2"]);
});
afterAll(() => harness.stop());

const deadlocks = async (): Promise<number> =>
  (await harness.admin.query("select deadlocks::int as n from pg_stat_database where datname = current_database()")).rows[0].n;

/** Puts the drawn calendar right; answers of how many appointments and blocks it was not. */
async function rebuild(): Promise<number> {
  let corrected = 0;
  // What the calendar keeps of other services is read again before.
  for (let pageToken = "appointmentCards.0"; ; ) {
    const page = await harness
      .client(OperationsService, { via: "operator" })
      .rebuildProjections({ service: "calendar", pageToken, pageSize: 7 });
    corrected += page.corrected;
    if (page.nextPageToken === "") return corrected;
    pageToken = page.nextPageToken;
  }
}
const cards = async () => {
  const { rows } = await harness.admin.query("select to_jsonb(c)::text as card from calendar.calendar_card c order by 1");
  return rows.map(({ card }) => card as string);
};

describe("whatever people do, in whatever order and side by side", () => {
  const at = fc.record({
    staffId: fc.constantFrom("1", "2"),
    start: fc.integer({ min: 36, max: 44 }).map((n) => n * 15),
    which: fc.nat(5),
  });
  const act = fc.tuple(fc.constantFrom("book", "share", "between", "move", "block", "cancel", "undo", "hold", "unblock"), at);
  const expected: readonly number[] = [
    ErrorCode.SLOT_FULL,
    ErrorCode.APPOINTMENT_STATUS_INVALID,
    ErrorCode.UNDO_EXPIRED,
    ErrorCode.STATE_CONFLICT,
    ErrorCode.NOT_FOUND,
  ];

  function doing(date: string) {
    const appointmentIds: string[] = [];
    const blockIds: string[] = [];
    const appointments = harness.client(AppointmentService);
    const blocks = harness.client(BlockService);
    const acts = {
      book: async (staffId: string, start: number) => void appointmentIds.push((await harness.book({ date, start, staffId })).id),
      share: async (staffId: string, start: number) => {
        const operationList = [staffId, staffId === "1" ? "2" : "1"].map((id, nth) => ({ staffId: id, duration: 15 + 30 * nth }));
        const workMode = start % 30 === 0 ? WorkMode.SEQUENCE : WorkMode.PARALLEL;
        const petServices = [{ petId: "10", services: [{ serviceId: "1", operationList, workMode }] }];
        appointmentIds.push((await harness.book({ date, start, petServices })).id);
      },
      between: async (staffId: string, start: number) => {
        const other = staffId === "1" ? "2" : "1";
        const services = [staffId, other, staffId].map((id) => ({ serviceId: "1", staffId: id, duration: 15 }));
        appointmentIds.push((await harness.book({ date, start, petServices: [{ petId: "10", services }] })).id);
      },
      move: (staffId: string, startTime: number, appointmentId: string) =>
        appointments.rescheduleCard({ appointmentId, staffId, startTime }),
      cancel: (_: string, __: number, id: string) => appointments.cancelAppointment({ id }),
      undo: (_: string, __: number, id: string) => appointments.undoChange({ id }),
      hold: (staffId: string, startTime: number) =>
        harness.client(SlotService).holdSlot({ staffIds: [staffId], date: toWireDate(date), startTime, duration: 30, serviceIds: ["1"] }),
      block: async (staffId: string, startTime: number) => {
        const { block } = await blocks.createBlock({ staffId, date: toWireDate(date), startTime, endTime: startTime + 30 });
        blockIds.push(block?.id ?? "0");
      },
      unblock: (_: string, __: number, ___: string, id: string) => blocks.deleteBlock({ id }),
    };
    return async ([name, { staffId, start, which }]: [string, { staffId: string; start: number; which: number }]): Promise<void> => {
      const [appointmentId, blockId] = [appointmentIds.at(-1 - which) ?? appointmentIds[0], blockIds.at(-1 - which) ?? blockIds[0]];
      if (["move", "cancel", "undo"].includes(name) && !appointmentId) return;
      if (name === "unblock" && !blockId) return;
      await acts[name as keyof typeof acts](staffId, start, appointmentId ?? "0", blockId ?? "0").catch(async (error: unknown) => {
        expect(expected).toContain((await refusalOf(Promise.reject(error))).code);
      });
    };
  }

  test("nobody is in two places at once, and the calendar that is drawn is the one that would be made anew", async () => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 16 }), async (sequence) => {
        run += 1;
        const date = Temporal.PlainDate.from("2033-01-03").add({ weeks: run }).toString();
        const go = doing(date);
        for (let index = 0; index < sequence.length; index += 4) await Promise.all(sequence.slice(index, index + 4).map(go));
        const { rows } = await harness.admin.query(
          `select count(*)::int as n from calendar.occupancy a join calendar.occupancy b on a.company_id = b.company_id and a.resource_id = b.resource_id
            and (a.source_kind, a.source_id) < (b.source_kind, b.source_id) and a.from_utc < b.to_utc and b.from_utc < a.to_utc where a.day = $1`,
          [date],
        );
        expect(rows[0].n).toBe(0);
      }),
      { numRuns: 25 },
    );
    expect(await deadlocks()).toBe(0);
    const drawn = await cards();
    expect(drawn.length).toBeGreaterThan(10);
    expect(await rebuild()).toBe(0);
    await harness.admin.query("delete from calendar.calendar_card");
    expect(await rebuild()).toBeGreaterThan(20);
    expect(await cards()).toEqual(drawn);
    expect(await rebuild()).toBe(0);
  }, 60_000);
});

describe("seats of many", () => {
  const ctx = () => harness.runtime("calendar").context({ caller: owner });
  const day = "2033-06-01";
  const of = (kind: SharedDay["kind"], id: string): SharedDay => ({ kind, id, day });
  const some = ({ kind, id }: SharedDay, more: Partial<Occupancy> = {}): Occupancy => ({
    resourceKind: kind,
    resourceId: id,
    day,
    businessId: "1",
    fromUtc: 33_300_000,
    toUtc: 33_300_600,
    exclusive: false,
    seats: 1,
    serviceIds: [],
    ...more,
  });
  const taker = (n: number) => ({ companyId: "1", sourceKind: Source.APPOINTMENT, sourceId: String(1_000_000 + n) });
  const state = (shared: SharedDay, seats: number) =>
    command(ctx(), async (tx) => {
      await stateSeats(tx, shared, seats);
      return {};
    });
  const used = async ({ kind, id }: SharedDay) => {
    const { rows } = await harness.admin.query(
      `select used, (select coalesce(sum(seats), 0)::int from calendar.occupancy where resource_kind = $1 and resource_id = $2) as counted
        from calendar.capacity where resource_kind = $1 and resource_id = $2`,
      [kind, id],
    );
    return rows[0] as { used: number; counted: number };
  };

  test("50 at once want 20: 20 get one, nobody more, and nobody waits for another crosswise", async () => {
    const [area, van] = [of(Resource.AREA, "1"), of(Resource.VAN, "1")];
    await Promise.all([state(area, 20), state(van, 20)]);
    const both = (n: number) =>
      command(ctx(), async (tx) => {
        const order = n % 2 === 0 ? [area, van] : [van, area];
        if (Math.min(...(await lockedSeats(tx, order))) < 1) return { got: false };
        await take(
          taker(n),
          order.map((shared) => some(shared)),
        ).execute(tx.db);
        return { got: true };
      });
    const outcomes = await Promise.all(Array.from({ length: 50 }, (_, n) => both(n)));
    expect(outcomes.filter(({ got }) => got)).toHaveLength(20);
    expect([await used(area), await used(van)]).toEqual(Array(2).fill({ used: 20, counted: 20 }));
    expect(await deadlocks()).toBe(0);
  });

  test("whoever forgets to look is refused by the database, and so is a day for which nothing is stated", async () => {
    const session = of(Resource.CLASS_SESSION, "7");
    await state(session, 6);
    const careless = (n: number, shared: SharedDay) =>
      command(ctx(), async (tx) => {
        await take(taker(n), [some(shared, { seats: 2 })]).execute(tx.db);
        return {};
      }).catch(({ constraint }) => constraint as string);
    const outcomes = await Promise.all(Array.from({ length: 50 }, (_, n) => careless(100 + n, session)));
    expect(outcomes.filter((one) => one === "no_seat_too_many")).toHaveLength(47);
    expect(await used(session)).toEqual({ used: 6, counted: 6 });
    expect(await careless(1, of(Resource.CLASS_SESSION, "8"))).toBe("no_seat_too_many");
    await expect(state(session, 5)).rejects.toMatchObject({ constraint: "no_seat_too_many" });
    await harness.admin.query("delete from calendar.occupancy where resource_kind = 4");
    expect(await used(session)).toEqual({ used: 0, counted: 0 });
  });

  test("one who wants a lodging unit for themselves has it alone", async () => {
    const unit = of(Resource.LODGING_UNIT, "3");
    const alone = (n: number) =>
      command(ctx(), async (tx) => {
        tx.lock([resourceLock(unit.kind, unit.id, unit.day)]);
        await take(taker(n), [some(unit, { exclusive: true })]).execute(tx.db);
        return {};
      }).catch(({ constraint }) => constraint as string);
    const outcomes = await Promise.all(Array.from({ length: 10 }, (_, n) => alone(200 + n)));
    expect(outcomes.filter((one) => one === "nobody_twice")).toHaveLength(9);
  });
});

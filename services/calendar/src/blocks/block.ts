import { type Ctx, can, fail, mustBeCurrent, reachesBusiness } from "@leashline/kit";
import type { CreateBlockRequest, UpdateBlockRequest } from "@leashline/proto/leashline/calendar/v1/block_service_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import type { Block } from "../cards/card.ts";
import { refusingConflicts, SlotConflict, type Wanted } from "../conflicts/slot-conflict.ts";
import { type CalendarTx, command, type Db, query } from "../db.ts";
import { dayKey, loadDays } from "../occupancy/days.store.ts";
import { over, staffLocks } from "../occupancy/resource-lock.ts";
import { type BusinessFacts, businessOf } from "../projections/business.ts";
import { staffById } from "../projections/staff.ts";
import { calendarDay } from "../scheduling/asked-days.ts";
import { overlaps } from "../scheduling/minutes.ts";
import { deleteBlockRow, nextBlockId, readBlocks, saveBlock } from "./block.store.ts";

type Asked = Omit<Block, "id" | "businessId" | "version" | "overbooked">;

export async function createBlock(ctx: Ctx, request: CreateBlockRequest): Promise<Block> {
  const { staffId, description, colorCode, startTime: start, endTime: end } = request;
  const asked: Asked = { staffId, date: calendarDay(request.date, "date"), start, end, description, colorCode };
  mustHaveLength(asked);
  await staffById(ctx, [staffId]);
  const business = await businessOf(ctx, request.businessId);
  return await refusingConflicts(
    ctx,
    business,
    () => wantedOf(asked),
    () =>
      command(
        ctx,
        async (tx) => {
          const overbooked = await lookAt({ tx, business, asked, ownId: "0", overbook: request.overbook });
          const block = { ...asked, id: await nextBlockId(tx), businessId: business.businessId, overbooked, version: 1 };
          await saveBlock(tx, business, block);
          logBlock(tx, block, "create", null);
          return block;
        },
        { step: "block" },
      ),
  );
}

export async function updateBlock(ctx: Ctx, request: UpdateBlockRequest): Promise<Block> {
  const before = await blockOf(ctx, request.id);
  const asked: Asked = {
    staffId: request.staffId ?? before.staffId,
    date: request.date ? calendarDay(request.date, "date") : before.date,
    start: request.startTime ?? before.start,
    end: request.endTime ?? before.end,
    description: request.description ?? before.description,
    colorCode: request.colorCode ?? before.colorCode,
  };
  mustHaveLength(asked);
  if (asked.staffId !== before.staffId) await staffById(ctx, [asked.staffId]);
  const business = await businessOf(ctx, before.businessId);
  return await refusingConflicts(
    ctx,
    business,
    () => wantedOf(asked),
    () =>
      command(
        ctx,
        async (tx) => {
          const current = await locked(tx, request.id);
          mustBeCurrent(request.version || before.version, current.version);
          const overbooked = await lookAt({ tx, business, asked, ownId: current.id, overbook: request.overbook });
          const block = { ...current, ...asked, overbooked, version: current.version + 1 };
          await saveBlock(tx, business, block);
          logBlock(tx, block, "update", current);
          return block;
        },
        { step: "block" },
      ),
  );
}

export const deleteBlock = (ctx: Ctx, id: string): Promise<unknown> =>
  command(
    ctx,
    async (tx) => {
      const current = await locked(tx, id);
      await deleteBlockRow(tx, id);
      logBlock(tx, current, "delete", current);
      return {};
    },
    { step: "block" },
  );

export const blockOf = (ctx: Ctx, id: string): Promise<Block> => query(ctx, (db) => readBlock(ctx, db, id));

async function readBlock(ctx: Ctx, db: Db, id: string): Promise<Block> {
  const [block] = await readBlocks(db, [id]);
  if (!block || !reachesBusiness(ctx, block.businessId)) throw fail("NOT_FOUND", { field: "id" });
  return block;
}

async function locked(tx: CalendarTx, id: string): Promise<Block> {
  tx.lock([`block:${id}`]);
  return await readBlock(tx.ctx, tx.db, id);
}

type Looking = { tx: CalendarTx; business: BusinessFacts; asked: Asked; ownId: string; overbook: boolean };

/** Whether the block lies over appointments or another block; refused unless that is asked for and allowed. Working hours do not matter. */
async function lookAt({ tx, business, asked, ownId, overbook }: Looking): Promise<boolean> {
  const { staffId, date } = asked;
  tx.lock(staffLocks([staffId], date, business.zone));
  const question = {
    ...business,
    who: [staffId],
    from: date,
    to: date,
    ignoreBlockId: ownId,
    ...over(tx.ctx),
  };
  const days = await loadDays(tx.db, question);
  const inTheWay = days.get(dayKey(staffId, date))?.busy.find((one) => overlaps(one, asked));
  if (!inTheWay) return false;
  const kind = inTheWay.kind === "block" ? "blockedTime" : "existingBooking";
  if (!overbook || !can(tx.ctx, Permission.OVERBOOK))
    throw new SlotConflict({ kind, why: "overlap", range: inTheWay, id: inTheWay.id, note: "" }, wantedOf(asked));
  return true;
}

const wantedOf = ({ staffId, date, start, end }: Asked): Wanted => ({ staffId, date, start, end, pets: 0, serviceIds: [] });

function mustHaveLength({ start, end }: Asked): void {
  if (end <= start) throw fail("PARAMS_INVALID", { field: "endTime", reason: "must be after the start" });
}

function logBlock(tx: CalendarTx, block: Block, action: string, before: Block | null): void {
  tx.log({ entity: "block", id: block.id, action, before, after: action === "delete" ? null : block, businessId: block.businessId });
  tx.notify("calendar.cards", {
    businessId: block.businessId,
    dates: [...new Set([block.date, before?.date ?? block.date])],
    ids: [block.id],
  });
}

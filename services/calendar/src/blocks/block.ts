import { type Ctx, fail, mustBeCurrent, mustExistFor } from "@leashline/kit";
import type { CreateBlockRequest, UpdateBlockRequest } from "@leashline/proto/leashline/calendar/v1/block_service_pb.js";
import type { Block } from "../cards/card.ts";
import { takingTime } from "../conflicts/taking-time.ts";
import { type CalendarTx, command, type Db, query } from "../db.ts";
import { businessOf } from "../projections/business.ts";
import { staffById } from "../projections/staff.ts";
import { calendarDay } from "../scheduling/asked-days.ts";
import { deleteBlockRow, ENTITY, nextBlockIds, readBlocks, saveBlock } from "./block.store.ts";
import { type BlockFacts, lookAt, mustHaveLength, wantedOf } from "./placement.ts";

export async function createBlock(ctx: Ctx, request: CreateBlockRequest): Promise<Block> {
  const { staffId, description, colorCode, startTime: start, endTime: end } = request;
  const asked: BlockFacts = { staffId, date: calendarDay(request.date, "date"), start, end, description, colorCode };
  mustHaveLength(asked);
  await staffById(ctx, [staffId]);
  const business = await businessOf(ctx, request.businessId);
  return await takingTime(ctx, business, "block", async (tx, wants) => {
    wants(wantedOf(asked));
    const overbooked = await lookAt({ tx, business, asked, ownId: "0", overbook: request.overbook });
    const block = {
      ...asked,
      id: (await nextBlockIds(tx, 1))[0] as string,
      businessId: business.businessId,
      seriesId: "0",
      externalId: "",
      overbooked,
      version: 1,
    };
    await saveBlock(tx, business, block);
    logBlock(tx, block, "create", null);
    return block;
  });
}

export async function updateBlock(ctx: Ctx, request: UpdateBlockRequest): Promise<Block> {
  const before = await blockOf(ctx, request.id);
  const asked: BlockFacts = {
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
  return await takingTime(ctx, business, "block", async (tx, wants) => {
    wants(wantedOf(asked));
    const current = await lockedBlock(tx, request.id);
    mustBeCurrent(request.version || before.version, current.version);
    const overbooked = await lookAt({ tx, business, asked, ownId: current.id, overbook: request.overbook });
    const block = { ...current, ...asked, overbooked, version: current.version + 1 };
    await saveBlock(tx, business, block);
    logBlock(tx, block, "update", current);
    return block;
  });
}

export const deleteBlock = (ctx: Ctx, { id, version }: { id: string; version: number }): Promise<Block> =>
  command(
    ctx,
    async (tx) => {
      const current = await lockedBlock(tx, id);
      mustBeCurrent(version, current.version);
      return await removeBlock(tx, current);
    },
    { step: "block" },
  );

export const blockOf = (ctx: Ctx, id: string): Promise<Block> => query(ctx, (db) => readBlock(ctx, db, id));

/** Opens the time; answers what was there with the version that says it is gone. */
export async function removeBlock(tx: CalendarTx, current: Block): Promise<Block> {
  await deleteBlockRow(tx, current.id);
  logBlock(tx, current, "delete", current);
  return { ...current, version: current.version + 1 };
}

async function readBlock(ctx: Ctx, db: Db, id: string): Promise<Block> {
  const [block] = await readBlocks(db, [id]);
  return mustExistFor(ctx, block, "id");
}

export async function lockedBlock(tx: CalendarTx, id: string): Promise<Block> {
  tx.lock([`block:${id}`]);
  return madeHere(await readBlock(tx.ctx, tx.db, id));
}

/** What stands for busy time in somebody's Google calendar is changed there; here it would come back with the next look. */
export function madeHere(block: Block): Block {
  if (block.externalId === "") return block;
  const message = "This time comes from Google Calendar. Change it there.";
  throw fail("STATE_CONFLICT", { field: "id", reason: "comes from Google Calendar", message });
}

export function logBlock(tx: CalendarTx, block: Block, action: "create" | "update" | "delete", before: Block | null, note = ""): void {
  const after = action === "delete" ? null : block;
  tx.log({ entity: ENTITY, id: block.id, action, before, after, note, businessId: block.businessId });
  const dates = [...new Set([block.date, before?.date ?? block.date])];
  tx.notify("calendar.cards", { businessId: block.businessId, dates, ids: [block.id] });
}

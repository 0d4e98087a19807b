import { type Ctx, can, fail, reachesBusiness } from "@leashline/kit";
import type { UndoBlockChangesRequest } from "@leashline/proto/leashline/calendar/v1/block_series_service_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import type { Block } from "../cards/card.ts";
import { markUndone } from "../changes/changes.store.ts";
import { UNDO_MS } from "../changes/changes.ts";
import { takingTime } from "../conflicts/taking-time.ts";
import { type CalendarTx, query } from "../db.ts";
import { staffLocks } from "../occupancy/resource-lock.ts";
import { businessOf } from "../projections/business.ts";
import { readBlocks, saveBlock } from "./block.store.ts";
import { logBlock, madeHere, removeBlock } from "./block.ts";
import { byDate } from "./block-series.change.ts";
import { type BlockEntry, readNewestEntries } from "./block-series.store.ts";
import { lookAt, type Storing, wantedOf } from "./placement.ts";

type Versions = ReadonlyMap<string, number>;
/** What is taken back: what the act left (none where it opened the time), and what was there before it. */
type Step = { readonly entry: BlockEntry; readonly now: Block | null; readonly before: Block | null };

/** Takes back one act on blocks, each as the act left it; all or none. */
export async function undoBlockChanges(ctx: Ctx, { changes }: UndoBlockChangesRequest): Promise<Block[]> {
  const versions: Versions = new Map(changes.map(({ id, version }) => [id, version]));
  const business = await businessOf(ctx, await businessIdOf(ctx, [...versions.keys()]));
  return await takingTime(ctx, business, "block", async (tx, wants) => {
    const steps = await stepsOf(tx, versions, business.businessId);
    return await takeBack({ tx, business, overbook: can(ctx, Permission.OVERBOOK), wants }, steps);
  });
}

const standing = ({ before, after }: Pick<BlockEntry, "before" | "after">): Block | null => after ?? before;

async function businessIdOf(ctx: Ctx, ids: readonly string[]): Promise<string> {
  const entries = await query(ctx, (db) => readNewestEntries(db, ids));
  const found = entries.flatMap((entry) => standing(entry)?.businessId ?? []);
  const [businessId] = found;
  if (!businessId || found.length < ids.length || !reachesBusiness(ctx, businessId)) throw fail("NOT_FOUND", { field: "changes" });
  return businessId;
}

async function stepsOf(tx: CalendarTx, versions: Versions, businessId: string): Promise<Step[]> {
  const ids = [...versions.keys()];
  tx.lock(ids.map((id) => `block:${id}`));
  const entries = await readNewestEntries(tx.db, ids);
  const blocks = new Map((await readBlocks(tx.db, ids)).map((block) => [block.id, block]));
  return entries.map((entry): Step => {
    const now = blocks.get(entry.entityId) ?? null;
    const version = now?.version ?? (entry.after === null ? (entry.before?.version ?? 0) + 1 : 0);
    const current = version === versions.get(entry.entityId) && (entry.after?.version ?? version) === version;
    const inTime = Date.now() - entry.at.getTime() <= UNDO_MS;
    if (now) madeHere(now);
    if (entry.undone || !current || !inTime || standing(entry)?.businessId !== businessId || standing(entry)?.externalId)
      throw fail("UNDO_EXPIRED");
    return { entry, now, before: entry.before && { ...entry.before, seriesId: entry.before.seriesId ?? "0", externalId: "" } };
  });
}

/** What is there now makes room first, then everything goes back where it was. */
async function takeBack({ tx, business, overbook, wants }: Storing, steps: readonly Step[]): Promise<Block[]> {
  tx.lock(steps.flatMap(({ before }) => (before ? staffLocks([before.staffId], before.date, business.zone) : [])));
  for (const { entry, now, before } of steps) {
    await markUndone(tx, entry.id);
    if (now && !before) await removeBlock(tx, now);
  }
  const blocks: Block[] = [];
  for (const step of inMovingOrder(steps)) {
    const { now, before } = step;
    if (!before) continue;
    wants(wantedOf(before));
    const overbooked = await lookAt({ tx, business, asked: before, ownId: before.id, overbook: overbook && before.overbooked });
    const block = { ...before, overbooked, version: (now?.version ?? before.version + 1) + 1 };
    await saveBlock(tx, business, block);
    logBlock(tx, block, now ? "update" : "create", now, "Undone");
    blocks.push(block);
  }
  return byDate(blocks);
}

/** What goes back to later days begins with the last, so that nobody of the series stands in another's way. */
function inMovingOrder(steps: readonly Step[]): Step[] {
  const dateOf = ({ now, before }: Step): string => now?.date ?? before?.date ?? "";
  const sorted = steps.toSorted((a, b) => (dateOf(a) < dateOf(b) ? -1 : 1));
  const later = steps.some(({ now, before }) => now && before && before.date > now.date);
  return later ? sorted.toReversed() : sorted;
}

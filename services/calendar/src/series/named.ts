import type { Ctx } from "@leashline/kit";
import { textsOfBlocks } from "../conflicts/clash.store.ts";
import { clashesOf } from "../conflicts/slot-conflict.ts";
import { query } from "../db.ts";
import type { Conflict } from "../scheduling/verdict.ts";
import type { Occurrence } from "./dates.ts";

const blockOf = (conflict: Conflict | null): Conflict | null =>
  conflict?.kind === "blockedTime" && !conflict.classSessionId && /^\d+$/.test(conflict.id) ? conflict : null;

/** With the class whose session is in the way called by its name, and a block by what it is for. */
export async function named(ctx: Ctx, dates: readonly Occurrence[]): Promise<Occurrence[]> {
  const clashOf = await clashesOf(
    ctx,
    dates.flatMap(({ conflict }) => conflict ?? []),
  );
  const blockIds = dates.flatMap(({ conflict }) => blockOf(conflict)?.id ?? []);
  const texts = blockIds.length > 0 ? await query(ctx, (db) => textsOfBlocks(db, blockIds)) : new Map<string, string>();
  return dates.map((date) => {
    const { conflict } = date;
    const block = blockOf(conflict);
    if (block) return { ...date, conflict: { ...block, note: texts.get(block.id) ?? "" } };
    return conflict?.classSessionId ? { ...date, conflict: { ...conflict, note: clashOf(conflict).className } } : date;
  });
}

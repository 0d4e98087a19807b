import type { Ctx } from "@leashline/kit";
import { textsOfBlocks } from "../conflicts/clash.store.ts";
import { clashesOf } from "../conflicts/slot-conflict.ts";
import { query } from "../db.ts";
import type { Conflict } from "../scheduling/verdict.ts";
import type { Occurrence } from "./dates.ts";

const isBlock = ({ kind, classSessionId, id }: Conflict): boolean => kind === "blockedTime" && !classSessionId && /^\d+$/.test(id);

/** With the class whose session is in the way called by its name, and a block by what it is for. */
export async function named(ctx: Ctx, dates: readonly Occurrence[]): Promise<Occurrence[]> {
  const clashOf = await clashesOf(
    ctx,
    dates.flatMap(({ conflict }) => conflict ?? []),
  );
  const blockIds = dates.flatMap(({ conflict }) => (conflict && isBlock(conflict) ? conflict.id : []));
  const texts = blockIds.length > 0 ? await query(ctx, (db) => textsOfBlocks(db, blockIds)) : new Map<string, string>();
  return dates.map((date) => {
    const { conflict } = date;
    if (conflict && isBlock(conflict)) return { ...date, conflict: { ...conflict, note: texts.get(conflict.id) ?? "" } };
    return conflict?.classSessionId ? { ...date, conflict: { ...conflict, note: clashOf(conflict).className } } : date;
  });
}

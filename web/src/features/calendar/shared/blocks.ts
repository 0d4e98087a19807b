import { BlockService } from "@leashline/proto/leashline/calendar/v1/block_service_pb.js";
import { queryClient } from "../../../app/calls/query-client.ts";
import { refreshDomains } from "../../../app/calls/refresh.ts";
import { clientFor } from "../../../app/calls/transport.ts";
import { messageOf } from "../../../ui/feedback/call-errors.ts";
import { confirm } from "../../../ui/feedback/confirm.ts";
import { toast } from "../../../ui/feedback/toast.ts";
import { isoToDay } from "../../../ui/format/dates.ts";
import { conflictOf } from "./conflicts/conflict.ts";

/** Where a block stands: minutes since midnight on one day of one person. */
export type BlockPlace = { staffId: string; date: string; startTime: number; endTime: number };
export type BlockFacts = BlockPlace & { description: string };
type Block = { id: string; version: number };

const blocks = clientFor(BlockService);
const UNDO_SECONDS = 8;

const wire = <Facts extends BlockPlace>({ date, ...facts }: Facts) => ({ ...facts, date: isoToDay(date) });

/** Where visits are in the way, asks whether the time is blocked all the same. Nothing comes back when it is not. */
const overVisits = async <Answer>(attempt: (overbook: boolean) => Promise<Answer>): Promise<Answer | undefined> => {
  try {
    return await attempt(false);
  } catch (error) {
    if (!conflictOf(error)) throw error;
    const anyway = await confirm({
      title: "There are appointments at this time",
      body: "They stay as they are. Block the rest of the time?",
      action: "Block anyway",
    });
    return anyway ? await attempt(true) : undefined;
  }
};

const say = (text: string, takeBack: () => Promise<unknown>): void => {
  const undo = async () => {
    await takeBack().catch((error) => toast.error(messageOf(error)));
    await refreshDomains(queryClient, "calendar");
  };
  toast.success(text, { undo: () => void undo(), seconds: UNDO_SECONDS });
};

/** Blocks a time and offers to open it again. False when it was left open. */
export const blockTime = async (facts: BlockFacts): Promise<boolean> => {
  const done = await overVisits((overbook) => blocks.createBlock({ ...wire(facts), overbook }));
  const block = done?.block;
  if (block) say("Time blocked", () => blocks.deleteBlock({ id: block.id }));
  return block !== undefined;
};

/** Moves or renames a block and offers to put it back. False when it stayed as it was. */
export const changeBlock = async <Facts extends BlockPlace>({ id, version }: Block, to: Facts, before: Facts): Promise<boolean> => {
  const change = (facts: Facts, at: number) => overVisits((overbook) => blocks.updateBlock({ ...wire(facts), id, version: at, overbook }));
  const block = (await change(to, version))?.block;
  if (block) say("Block changed", () => change(before, block.version));
  return block !== undefined;
};

/** Opens a blocked time and offers to block it again. */
export const openTime = async (id: string): Promise<void> => {
  const { block } = await blocks.getBlock({ id });
  await blocks.deleteBlock({ id });
  if (!block) return;
  const { staffId, date, startTime, endTime, description, colorCode } = block;
  const facts = { staffId, startTime, endTime, description, colorCode, ...(date && { date }) };
  say("Time opened", () => overVisits((overbook) => blocks.createBlock({ ...facts, overbook })));
};

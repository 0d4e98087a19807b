import type { MessageInitShape } from "@bufbuild/protobuf";
import { RepeatModifyType } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { BlockSeriesService } from "@leashline/proto/leashline/calendar/v1/block_series_service_pb.js";
import { BlockService } from "@leashline/proto/leashline/calendar/v1/block_service_pb.js";
import type { RepeatRuleSchema, SeriesDate } from "@leashline/proto/leashline/calendar/v1/series_service_pb.js";
import { clientFor } from "../../../app/calls/transport.ts";
import { saidUndoable } from "../../../app/undo/undoable.ts";
import { errorCode } from "../../../ui/feedback/call-errors.ts";
import { confirm } from "../../../ui/feedback/confirm.ts";
import { daysBetween, isoToDay } from "../../../ui/format/dates.ts";
import { plural } from "../../../ui/format/text.ts";
import { conflictOf } from "./conflicts/conflict.ts";
import { askScope } from "./repeat/scope-question.ts";
import { versionOf } from "./telling/said-move.ts";

/** Where a block stands: minutes since midnight on one day of one person. */
export type BlockPlace = { staffId: string; date: string; startTime: number; endTime: number };
export type BlockFacts = BlockPlace & { description: string; colorCode: string };
type Version = { id: string; version: number };
type Block = Version & { repeatId: string };

const blocks = clientFor(BlockService);
const series = clientFor(BlockSeriesService);
const { ONLY_THIS } = RepeatModifyType;

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

/** Says what was done and offers to take it back; several blocks at once or none. */
const say = (text: string, done: readonly Version[]): void =>
  saidUndoable(text, BlockSeriesService.method.undoBlockChanges, { changes: done.map(versionOf) });

const counted = (count: number): string => plural(count, "block");

/** Blocks a time and offers to open it again. False when it was left open. */
export const blockTime = async (facts: BlockFacts): Promise<boolean> => {
  const done = await overVisits((overbook) => blocks.createBlock({ ...wire(facts), overbook }));
  if (done?.block) say("Time blocked", [done.block]);
  return done?.block !== undefined;
};

export type Repeating = {
  rule: MessageInitShape<typeof RepeatRuleSchema>;
  /** Dates on which something stands in the way. */
  taken: readonly SeriesDate[];
  /** They are blocked all the same; otherwise they are left out. */
  over: boolean;
};
const PARAMS_ERROR = 400;

/** Blocks a time on every date of a rule, a block that is there being the first. A refused rule is shown beside its fields, and nothing is said of it here. */
export const repeatBlock = async (facts: BlockFacts, { rule, taken, over }: Repeating, block?: Version): Promise<boolean> => {
  const skipDates = over ? [] : taken.flatMap(({ date }) => (date ? [date] : []));
  try {
    const done = await overVisits((overbook) =>
      series.createBlockSeries({ ...wire(facts), rule, skipDates, overbook: over || overbook, ...block }),
    );
    if (done) say(`${counted(done.blocks.length)} made`, done.blocks);
    return done !== undefined;
  } catch (error) {
    if (errorCode(error) !== PARAMS_ERROR) throw error;
    return false;
  }
};

/** Moves or renames a block, or several of its series, and offers to put them back. False when all stayed as it was. */
export const changeBlock = async <Facts extends BlockPlace>(
  { id, version, repeatId }: Block,
  to: Facts,
  before: Facts,
): Promise<boolean> => {
  const type = repeatId === "0" ? ONLY_THIS : await askScope({ title: "Change a repeating block", action: "Change" });
  if (type === undefined) return false;
  const { date, ...facts } = changes(to, before);
  const moveDays = date ? daysBetween(before.date, to.date) : 0;
  const done = await overVisits((overbook) =>
    type === ONLY_THIS
      ? blocks.updateBlock({ ...wire(to), id, version, overbook }).then(({ block }) => (block ? [block] : []))
      : series.changeBlockSeries({ ...facts, id, version, type, moveDays, overbook }).then((answer) => answer.blocks),
  );
  if (done) say(done.length === 1 ? "Block changed" : `${counted(done.length)} changed`, done);
  return done !== undefined;
};

/** Only what is different: in a series each keeps the rest of its own. */
const changes = <Facts extends BlockPlace>(to: Facts, before: Facts): Partial<Facts> =>
  Object.fromEntries(Object.entries(to).filter(([name, value]) => value !== before[name as keyof Facts])) as Partial<Facts>;

/** Opens a blocked time, or several of its series, and offers to block it again. False when all stayed as it was. */
export const openTime = async ({ id, version, repeatId }: Block): Promise<boolean> => {
  const type =
    repeatId === "0" ? ONLY_THIS : await askScope({ title: "Open the time of a repeating block", action: "Open the time", danger: true });
  if (type === undefined) return false;
  const done = await series.deleteBlockSeries({ id, version, type });
  say(done.blocks.length === 1 ? "Time opened" : `${counted(done.blocks.length)} opened`, done.blocks);
  return true;
};

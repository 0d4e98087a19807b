import type { Message, MessageInitShape } from "@bufbuild/protobuf";
import { type ChangeStayRequestSchema, StayService } from "@leashline/proto/leashline/calendar/v1/stay_service_pb.js";
import { clientFor } from "../../../../app/calls/transport.ts";
import { type Doing, withConflicts } from "../conflicts/conflict.ts";
import { saidOfMove, saidOfVisit, type Was } from "../telling/said-move.ts";

type Change = Exclude<MessageInitShape<typeof ChangeStayRequestSchema>, Message>;

const stays = clientFor(StayService);

/** Other days, times or rooms of a stay; says what is in the way, and offers to take it back. False when it stays as it was. */
export async function changeStay(change: Change, doing: Doing, was?: Was): Promise<boolean> {
  const done = await withConflicts(({ override }) => stays.changeStay({ ...change, ...(override && { override }) }), doing);
  if (!done?.appointment) return false;
  if (was) saidOfMove("Stay changed", done.appointment, was, change.withoutTelling);
  else saidOfVisit("Stay changed", done.appointment);
  return true;
}

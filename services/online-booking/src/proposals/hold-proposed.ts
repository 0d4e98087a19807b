import { type Ctx, ErrorCode, fail, fromConnectError, writeDayAndTime } from "@leashline/kit";
import { fieldOf, type ProposedTime, proposalKey } from "../requests/proposal/proposal.ts";
import { countedIn, guestsOf, onCalendar } from "../requests/request.jobs.ts";
import { mustRead } from "../requests/request.store.ts";
import type { RequestRow } from "../requests/request.ts";
import { holdRooms } from "../stays/rooms.ts";
import { type Shop, shopOf, weighed } from "../storefront/shop.ts";
import { holdTime, taken } from "../storefront/times.ts";
import type { Hold } from "../visitors/visitor.ts";
import { noRoom } from "./no-room.ts";

export type Proposed = { requestId: string; number: number; times: ProposedTime[]; until: string; holdMinutes: number };
type Holding = Pick<Proposed, "until" | "holdMinutes"> & { shop: Shop; row: RequestRow; visitor: Hold };
/** Holds one of them; answers its token, which is empty where it is free, but not kept. */
type Keep = (time: ProposedTime, nth: number) => Promise<string>;

/** All the times or stays, or none: the first that cannot be held is said. */
export async function holdProposed(ctx: Ctx, { requestId, number, times, until, holdMinutes }: Proposed): Promise<{ tokens: string[] }> {
  const row = await mustRead(ctx, requestId);
  const shop = await shopOf(ctx, row.businessId);
  // Staff book over it knowingly, as over the request itself.
  const visitor = { bounds: [{ key: proposalKey(requestId, number), most: times.length }], strangerShare: 0, requested: true };
  const keep = await (row.endDate === null ? timeKeeper : roomKeeper)({ shop, row, visitor, until, holdMinutes });
  const tokens: string[] = [];
  for (const [nth, time] of times.entries()) {
    const token = await keep(time, nth);
    if (!token)
      throw fail(time.endDate ? "ROOM_NOT_AVAILABLE" : "SLOT_FULL", {
        field: fieldOf(time, nth),
        message: `This ${time.endDate ? "stay" : "time"} could not be held.`,
      });
    tokens.push(token);
  }
  return { tokens };
}

async function timeKeeper({ shop, row, visitor, until, holdMinutes }: Holding): Promise<Keep> {
  const pets = await weighed(shop, countedIn(row));
  const kept = { pets, holdMinutes, replaceToken: "", visitor, heldRequest: onCalendar(row), offeredUntil: until };
  return async (time, nth) => {
    const { date, startTime, endTime, staffId } = time;
    const held = await holdTime(shop, [[endTime - startTime, [staffId]]], { date, startTime, ...kept }).catch((error) => {
      throw notFree(shop, time, fieldOf(time, nth), error);
    });
    return held.token;
  };
}

async function roomKeeper({ shop, row, visitor, holdMinutes }: Holding): Promise<Keep> {
  const pets = await guestsOf(shop, row, await weighed(shop, countedIn(row)));
  const { lodgingTypeId } = row;
  return async (time, nth) => {
    const { date, startTime, endTime, endDate = date } = time;
    const stay = { date, startTime, endTime, endDate };
    const held = await holdRooms(shop, { stay, pets, lodgingTypeId, holdMinutes, replaceToken: "", visitor }).catch(async (error) => {
      throw await noRoom(shop, { stay, pets, lodgingTypeId }, fieldOf(time, nth), error);
    });
    return held.token;
  };
}

/** Which of the times it is. */
function notFree({ business }: Shop, { date, startTime, staffName }: ProposedTime, field: string, error: unknown): unknown {
  const refusal = fromConnectError(error);
  if (!refusal || !taken(error)) return error;
  const when = writeDayAndTime(date, startTime, business);
  const { conflict } = refusal.options;
  if (refusal.code === ErrorCode.OUTSIDE_WORKING_HOURS)
    return fail("OUTSIDE_WORKING_HOURS", {
      field,
      message: `${when} with ${staffName || "this person"} is outside their hours, or not what they do.`,
      ...(conflict && { conflict }),
    });
  return fail("SLOT_FULL", { field, message: `${when} is not free any more. Choose another time.`, ...(conflict && { conflict }) });
}

import { fail } from "@leashline/kit";
import { command } from "../db.ts";
import { acceptFor } from "../requests/accept.ts";
import { endProposal } from "../requests/proposal/end.ts";
import { isOpen, isSame, type ProposedTime } from "../requests/proposal/proposal.ts";
import { lockFor } from "../requests/request.store.ts";
import type { RequestRow } from "../requests/request.ts";
import { roomless } from "../stays/rooms.ts";
import type { Shop } from "../storefront/shop.ts";
import { changing, takeTurn } from "../visitors/pace.ts";

/** The request of a link, and which of its proposals the link is about. */
export type Opened = { readonly shop: Shop; readonly row: RequestRow; readonly number: number };
type Answer = { readonly time?: number | undefined; readonly note: string };

const over = () => fail("STATE_CONFLICT", { message: "These times are no longer held for you." });
const isGone = ({ endDate }: ProposedTime) =>
  endDate
    ? fail("ROOM_NOT_AVAILABLE", { field: "time", message: "There is no longer room for these nights, sorry." })
    : fail("SLOT_FULL", { field: "time", message: "Somebody else has this time by now, sorry." });

/** The client's choice, or that none suits them; said again it changes nothing. */
export async function answerProposed(opened: Opened, { time, note }: Answer): Promise<void> {
  const { shop, row, number } = opened;
  const proposal = row.proposal?.number === number ? row.proposal : null;
  const chosen = time === undefined ? undefined : proposal?.times[time];
  if (proposal?.state === (time === undefined ? "declined" : "accepted") && (!chosen || chosen.chosen)) return;
  if (!isOpen(proposal, Date.now())) throw over();
  if (time !== undefined && !chosen) throw fail("PARAMS_INVALID", { field: "time", reason: "is none of the times" });
  if (chosen?.gone) throw isGone(chosen);
  const ctx = { ...shop.ctx, idempotencyKey: "" };
  await command(ctx, (tx) => takeTurn(tx, changing, `proposal:${row.id}`));
  if (!chosen) return await turnDown(opened, note.trim());
  const { date, startTime, staffId, endDate, endTime } = chosen;
  const choice = { date, startTime, staffId, ...(endDate && { endDate, endTime }) };
  await acceptFor(ctx, row, choice, "", (now) => mustBeHeld(now, number, chosen)).catch((error) => {
    throw endDate && roomless(error) ? isGone(chosen) : error;
  });
}

/** Still, now that the request is locked. */
function mustBeHeld({ proposal }: RequestRow, number: number, chosen: ProposedTime): void {
  if (proposal?.number !== number || !isOpen(proposal, Date.now())) throw over();
  if (proposal.times.some((time) => isSame(time, chosen) && time.gone)) throw isGone(chosen);
}

async function turnDown({ shop, row: { id }, number }: Opened, answer: string): Promise<void> {
  await command({ ...shop.ctx, idempotencyKey: "" }, async (tx) => {
    const row = await lockFor(tx, id, "propose");
    if (row.proposal?.number === number && row.proposal.state === "declined") return {};
    if (row.proposal?.number !== number || !isOpen(row.proposal, Date.now())) throw over();
    const { businessId } = row;
    await endProposal(tx, row, "declined", { answer });
    tx.log({ entity: "booking_request", id, action: "proposal_declined", businessId, note: answer, actorName: "Client" });
    tx.notify("online_booking.requests", { businessId, ids: [id] });
    return {};
  });
}

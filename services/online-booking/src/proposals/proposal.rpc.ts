import { type Ctx, implement } from "@leashline/kit";
import { BookingProposalService } from "@leashline/proto/leashline/online_booking/v1/booking_proposal_service_pb.js";
import { command } from "../db.ts";
import { endProposal } from "../requests/proposal/end.ts";
import { toBookingRequest } from "../requests/request.mapper.ts";
import { visible } from "../requests/request.rpc.ts";
import { lockFor } from "../requests/request.store.ts";
import { tellTakenBack } from "./proposal.jobs.ts";
import { proposeTimes } from "./propose.ts";

/** The times are free again, and the request waits on. */
async function takeBack(ctx: Ctx, id: string): Promise<void> {
  await command(
    ctx,
    async (tx) => {
      const row = await lockFor(tx, id, "propose");
      if (row.proposal?.state !== "open") return {};
      const { businessId } = row;
      const ended = await endProposal(tx, row, "withdrawn");
      if (row.proposal.told) tellTakenBack(tx, ended);
      tx.log({ entity: "booking_request", id, action: "proposal_withdrawn", businessId });
      tx.notify("online_booking.requests", { businessId, ids: [id] });
      return {};
    },
    { step: "withdraw" },
  );
}

export const proposalRpc = implement(BookingProposalService, {
  async proposeBookingTimes(request, ctx) {
    await proposeTimes(ctx, request);
    return { bookingRequest: toBookingRequest(ctx, await visible(ctx, request.id)) };
  },
  async withdrawBookingProposal({ id }, ctx) {
    await visible(ctx, id);
    await takeBack(ctx, id);
    return { bookingRequest: toBookingRequest(ctx, await visible(ctx, id)) };
  },
});

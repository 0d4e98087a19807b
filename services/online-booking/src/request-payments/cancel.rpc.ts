import { type Ctx, fail, type Impl } from "@leashline/kit";
import { AppointmentStatus, NoShow } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import type { BookingRequestService } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import { mustBeAllowedToRefund } from "../requests/override.ts";
import { toBookingRequest } from "../requests/request.mapper.ts";
import { end, visible } from "../requests/request.rpc.ts";
import type { RequestRow } from "../requests/request.ts";

type Canceling = { reason: string; refundPrepaid: boolean };

/** Its appointment, once; one that was canceled already, or is by somebody else at this moment, stays as it is. */
async function cancelVisit(ctx: Ctx, { appointmentId: id }: RequestRow, { reason, refundPrepaid }: Canceling): Promise<void> {
  if (id === "0") throw fail("STATE_CONFLICT", { message: "A place in a class is given up in the class." });
  if (await isOver(ctx, id)) return;
  const asked = { id, noShow: NoShow.NO_SHOW_CANCEL, autoRefundOrder: refundPrepaid, cancelReason: reason };
  try {
    await ctx.client(AppointmentService).cancelAppointment(asked);
  } catch (error) {
    if (!(await isOver(ctx, id))) throw error;
  }
}

async function isOver(ctx: Ctx, id: string): Promise<boolean> {
  const { appointments } = await ctx.client(AppointmentService).batchGetAppointments({ ids: [id] });
  return appointments.every(({ status }) => status === AppointmentStatus.CANCELLED);
}

export const cancelHandlers = {
  async cancelBookingRequest({ id, reason, refundPrepaid }, ctx) {
    const row = await visible(ctx, id);
    mustBeAllowedToRefund(ctx, refundPrepaid, "refundPrepaid");
    if (row.state === "accepted") await cancelVisit(ctx, row, { reason, refundPrepaid });
    else await end(ctx, id, { move: "cancel", reason });
    return { bookingRequest: toBookingRequest(ctx, await visible(ctx, id)) };
  },
} satisfies Partial<Impl<typeof BookingRequestService>>;

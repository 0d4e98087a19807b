import { type Ctx, fail, type Impl } from "@leashline/kit";
import { AppointmentStatus, NoShow } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import type { BookingRequestService } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import { toBookingRequest } from "../requests/request.mapper.ts";
import { end, visible } from "../requests/request.rpc.ts";
import type { RequestRow } from "../requests/request.ts";

type Canceling = { reason: string; refundPrepaid: boolean };

/** Its appointment, once; one that was canceled already stays as it is. */
async function cancelVisit(ctx: Ctx, { appointmentId: id }: RequestRow, { reason, refundPrepaid }: Canceling): Promise<void> {
  if (id === "0") throw fail("STATE_CONFLICT", { message: "A place in a class is given up in the class." });
  const calendar = ctx.client(AppointmentService);
  const { appointments } = await calendar.batchGetAppointments({ ids: [id] });
  const [appointment] = appointments;
  if (!appointment || appointment.status === AppointmentStatus.CANCELLED) return;
  const { version } = appointment;
  await calendar.cancelAppointment({ id, version, noShow: NoShow.NO_SHOW_CANCEL, autoRefundOrder: refundPrepaid, cancelReason: reason });
}

export const cancelHandlers = {
  async cancelBookingRequest({ id, reason, refundPrepaid }, ctx) {
    const row = await visible(ctx, id);
    if (row.state === "accepted") await cancelVisit(ctx, row, { reason, refundPrepaid });
    else await end(ctx, id, { move: "cancel", reason });
    return { bookingRequest: toBookingRequest(await visible(ctx, id)) };
  },
} satisfies Partial<Impl<typeof BookingRequestService>>;

import { type Ctx, fromWireDate, type Impl, mustExist, refusalForGood } from "@leashline/kit";
import { type Appointment, AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { AgreementRecordService } from "@leashline/proto/leashline/customer/v1/agreement_record_service_pb.js";
import type { StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { mustRead } from "../../requests/request.store.ts";
import { paidOf, type RequestRow, statusOf, visitsIn } from "../../requests/request.ts";
import { readStatusToken } from "../../requests/submit.ts";
import { depositAsked } from "../../storefront/deposit.ts";
import { openShop } from "../../storefront/shop.ts";
import { waitNow } from "./wait-now.ts";

const MOST_TO_SIGN = 20;

export const statusHandlers = {
  async getBookingStatus({ bookOnlineName, statusToken }, ctx) {
    const shop = await openShop(ctx, bookOnlineName);
    const id = mustExist(readStatusToken(shop.ctx, statusToken));
    const row = await mustRead(shop.ctx, id);
    const status = await withDeposit(shop.ctx, row, statusOf(row));
    return { booking: { ...status, ...(await appointmentNow(shop.ctx, row)), ...(await waitNow(shop, row)) } };
  },
} satisfies Partial<Impl<typeof StorefrontService>>;

/** What of it will be asked for as a deposit, as long as it waits: where a card came with it nothing more was told. */
async function withDeposit(ctx: Ctx, row: RequestRow, status: ReturnType<typeof statusOf>) {
  if (!("bill" in status) || row.state !== "submitted" || row.paymentType !== "") return status;
  const asked = { customerId: row.customerId, visits: visitsIn(row), currency: row.currency };
  const deposit = await depositAsked(ctx, asked).catch(() => undefined);
  return { ...status, bill: { ...status.bill, ...(deposit && { deposit }) } };
}

/** What has become of an accepted request's appointment: when it is by now, or that it was canceled. Nothing for a request that has none. */
async function appointmentNow(ctx: Ctx, row: RequestRow) {
  const { appointmentId } = row;
  if (appointmentId === "0") return {};
  const { appointments } = await ctx.client(AppointmentService).batchGetAppointments({ ids: [appointmentId] });
  const [appointment] = appointments;
  if (!appointment || appointment.status === AppointmentStatus.CANCELLED)
    return { status: "cancelled", ...(row.paymentType !== "" && { payment: { ...paidOf(row), ...keptOf(appointment) } }) };
  const { startTime, endTime, petServiceList, customerId } = appointment;
  const until = appointment.endDate && fromWireDate(appointment.endDate, "endDate");
  const date = fromWireDate(appointment.appointmentDate, "appointmentDate");
  const toSign = await toSignFor(ctx, customerId, appointmentId).catch(without);
  return { date, startTime, endTime, staffName: petServiceList[0]?.staffName ?? "", endDate: until && until > date ? until : "", toSign };
}

const keptOf = (canceled: Appointment | undefined) => (canceled?.keptAmount ? { keptAmount: canceled.keptAmount } : {});

/** Whoever looks how their request stands sees that without it too, and gets the links by text or email. */
function without(error: unknown): [] {
  if (refusalForGood(error)) return [];
  throw error;
}

/** What of that the business asks of those who book online. */
async function toSignFor(ctx: Ctx, customerId: string, appointmentId: string): Promise<{ title: string; url: string }[]> {
  const agreements = ctx.client(AgreementRecordService);
  const { records } = await agreements.listUnsignedAgreements({ customerId, appointmentId, pageSize: MOST_TO_SIGN });
  const asked = records.filter(({ bookOnlineStatus }) => bookOnlineStatus === 1);
  return await Promise.all(
    asked.map(async ({ id, agreementHeader: title }) => ({ title, url: (await agreements.getUnsignedAgreementLink({ id })).url })),
  );
}

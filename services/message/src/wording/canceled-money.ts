import { type Ctx, fromMoney, type LocaleFormat, toMoney, writeMoney } from "@leashline/kit";
import type { Appointment } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";

type Money = Pick<Appointment, "paidAmount" | "refundedAmount" | "keptAmount">;

/** What became of money that was paid for an appointment that is canceled, in words; empty where none was. */
export function canceledMoney({ paidAmount, refundedAmount, keptAmount }: Money, format: Pick<LocaleFormat, "numberFormat">): string {
  const { minor: paid, currency } = fromMoney(paidAmount);
  const [back, kept] = [fromMoney(refundedAmount).minor, fromMoney(keptAmount).minor];
  if (paid <= 0n) return "";
  const open = paid - back - kept;
  const said = (minor: bigint) => writeMoney(toMoney(minor, currency), format);
  return [
    `You paid ${said(paid)}.`,
    ...(back > 0n ? [`${said(back)} of it went back to you.`] : []),
    ...(kept > 0n ? [`${said(kept)} of it stays with us by our deposit policy.`] : []),
    ...(open > 0n ? ["We will contact you about a refund."] : []),
  ].join(" ");
}

/** The same of an appointment as it stands. Better without than no word that it is canceled. */
export async function moneyOfCanceled(ctx: Ctx, id: string, format: Pick<LocaleFormat, "numberFormat">): Promise<string> {
  const asked = ctx.client(AppointmentService).batchGetAppointments({ ids: [id] });
  const { appointments } = await asked.catch((): { appointments: Appointment[] } => ({ appointments: [] }));
  return appointments[0] ? canceledMoney(appointments[0], format) : "";
}

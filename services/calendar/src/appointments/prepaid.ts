import { AppointmentStatus, NoShow, PrepayStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import type { Appointment } from "./appointment.ts";

/** What an appointment's order and fee say before there are any. */
export const nothingAsked = { keptMinor: "0", depositMinor: "0", billedMinor: "0", feeMinor: "0", feeVersion: 0 } as const;

type Asked = Pick<Appointment, "depositMinor" | "billedMinor" | "paid" | "refunded" | "status">;

/** How far a deposit has come: whatever was paid counts toward it, and what went back does not. */
export function prepayStatusOf({ depositMinor, paid, refunded, status }: Asked): PrepayStatus {
  const [deposit, came, back] = [BigInt(depositMinor), BigInt(paid), BigInt(refunded)];
  if (deposit === 0n) return PrepayStatus.UNSPECIFIED;
  if (came > 0n && back >= came) return PrepayStatus.REFUNDED;
  if (came - back >= deposit) return PrepayStatus.PAID;
  return status === AppointmentStatus.CANCELLED ? PrepayStatus.CANCELED : PrepayStatus.REQUIRE_PAYMENT_METHOD;
}

/** The deposit in percent of the bill, rounded down to hundredths, for example "25" or "33.33"; "" while none is asked for. */
export function prepayRateOf({ depositMinor, billedMinor }: Asked): string {
  const [deposit, billed] = [BigInt(depositMinor), BigInt(billedMinor)];
  if (deposit === 0n || billed === 0n) return "";
  const hundredths = (deposit * 10_000n) / billed;
  return `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, "0")}`.replace(/\.?0+$/, "");
}

/** The fee by its two names: for who did not come, and for who canceled. */
export function feesOf({ feeMinor, noShow }: Pick<Appointment, "feeMinor" | "noShow">): { noShowFee: string; cancellationFee: string } {
  return noShow === NoShow.NO_SHOW ? { noShowFee: feeMinor, cancellationFee: "0" } : { noShowFee: "0", cancellationFee: feeMinor };
}

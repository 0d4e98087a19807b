import { type Appointment, AppointmentStatus, NoShow, PaymentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { toMinor } from "../../../ui/format/money.ts";
import type { ToneName } from "../../../ui/theme/theme-types.ts";
import { isGivenBack } from "../../order/shared/bill-sums.ts";

type Shown = { label: string; tone: ToneName };

const STATES: Record<number, Shown> = {
  [AppointmentStatus.UNCONFIRMED]: { label: "Unconfirmed", tone: "warn" },
  [AppointmentStatus.CONFIRMED]: { label: "Confirmed", tone: "plain" },
  [AppointmentStatus.CHECKED_IN]: { label: "In store", tone: "info" },
  [AppointmentStatus.READY_FOR_PICKUP]: { label: "Ready", tone: "ok" },
  [AppointmentStatus.FINISHED]: { label: "Finished", tone: "ok" },
  [AppointmentStatus.CANCELLED]: { label: "Canceled", tone: "plain" },
};

/** A visit's state in words; a no-show is said as such. */
export const visitState = (visit: Pick<Appointment, "status" | "noShow">): Shown =>
  visit.noShow === NoShow.NO_SHOW ? { label: "No-show", tone: "bad" } : (STATES[visit.status] ?? { label: "Booked", tone: "plain" });

type Came = Pick<Appointment, "status" | "paidAmount" | "refundedAmount" | "keptAmount">;

/** What was paid for an appointment that does not take place, has not gone back, and is not kept by the deposit policy. */
export const refundDue = ({ status, paidAmount, refundedAmount, keptAmount }: Came): bigint =>
  status === AppointmentStatus.CANCELLED ? toMinor(paidAmount) - toMinor(refundedAmount) - toMinor(keptAmount) : 0n;

type Paid = Came & Pick<Appointment, "paymentStatus">;

/** `held`: what of a deposit the deposit policy has yet to decide on; it is due to nobody until then. */
export const paymentState = (visit: Paid, held = 0n): Shown | undefined => {
  if (visit.status === AppointmentStatus.CANCELLED) {
    if (refundDue(visit) > held) return { label: "Refund due", tone: "warn" };
    return refundDue(visit) > 0n ? { label: "Deposit held", tone: "info" } : undefined;
  }
  if (isGivenBack(visit.paidAmount, visit.refundedAmount)) return { label: "Refunded", tone: "plain" };
  if (visit.paymentStatus === PaymentStatus.PAID) return { label: "Paid", tone: "ok" };
  if (visit.paymentStatus === PaymentStatus.PARTIAL) return { label: "Partly paid", tone: "warn" };
  return visit.status === AppointmentStatus.FINISHED ? { label: "Unpaid", tone: "warn" } : undefined;
};

/** "Biscuit: Full groom, Nails — Moss: Bath". */
export const visitPets = (visit: Pick<Appointment, "petServiceList">): string => {
  const byPet = new Map<string, { name: string; services: string[] }>();
  for (const line of visit.petServiceList) {
    const pet = byPet.get(line.petId) ?? { name: line.petName, services: [] };
    pet.services.push(line.serviceName);
    byPet.set(line.petId, pet);
  }
  return [...byPet.values()].map((pet) => `${pet.name}: ${pet.services.join(", ")}`).join(" — ");
};

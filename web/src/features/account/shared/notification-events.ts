import type { StaffNotificationPreference } from "@leashline/proto/leashline/account/v1/staff_pb.js";

/** What a person can be told of by email. Reviews are told to nobody yet. */
export const EVENTS = [
  ["bookingCreated", "An appointment of yours is made"],
  ["bookingRescheduled", "An appointment of yours moves"],
  ["bookingCancelled", "An appointment of yours is canceled"],
  ["newBooking", "A client books online"],
  ["newAbandonedBookings", "A client leaves an online booking unfinished"],
  ["newIntakeForm", "An intake form comes in"],
  ["agreementSigned", "An agreement is signed"],
  ["invoicePaid", "A client pays an invoice online"],
] as const satisfies readonly (readonly [keyof StaffNotificationPreference, string])[];

/** What stays as it is known while no switch is shown for it. */
export const unshown = (known: StaffNotificationPreference | undefined) => ({
  reviewSubmitted: known?.reviewSubmitted ?? true,
});

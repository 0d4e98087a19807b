import { PrepayStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";

type Standing = { status: string; payment?: { prepayStatus: PrepayStatus } | undefined };

/** Whether more is to come by itself: an answer, or after a yes the money that is still being taken. */
export const isUnderWay = (booking: Standing | undefined): boolean =>
  booking?.status === "submitted" ||
  (booking?.status === "accepted" &&
    [PrepayStatus.REQUIRE_CAPTURE, PrepayStatus.PROCESSING_CAPTURE].includes(booking.payment?.prepayStatus ?? PrepayStatus.UNSPECIFIED));

/** Whether who comes back to the page may find it changed. An opening takes days: nobody sits and waits for it. */
export const mayHaveChanged = (booking: Standing | undefined): boolean => booking?.status === "waitlisted" || isUnderWay(booking);

const SOON_MS = [1_000, 2_000, 4_000];
const LATER_MS = 20_000;

/** How long to wait before it is asked again how a request stands: what is accepted without anybody is so within seconds, staff take their time. */
export const untilNextLook = (looks: number): number => SOON_MS[looks - 1] ?? LATER_MS;

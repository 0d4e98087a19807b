import { create, type MessageInitShape } from "@bufbuild/protobuf";
import type { Ctx } from "@leashline/kit";
import { BookAppointmentRequestSchema } from "@leashline/proto/leashline/calendar/v1/appointment_booking_pb.js";
import { type CalendarCardSchema, CardType } from "@leashline/proto/leashline/calendar/v1/card_pb.js";
import type { PreviewCalendarCardsRequest } from "@leashline/proto/leashline/calendar/v1/card_service_pb.js";
import {
  isBoardingStay,
  isDaycare,
  isStay,
  type PlacedSegment,
  type StaffSegment,
  segmentsOf,
  stretchesOf,
} from "../appointments/appointment.ts";
import { catalogueFor } from "../appointments/catalogue.ts";
import { isKnownClient } from "../appointments/client-appointments.store.ts";
import { segmentCard } from "../cards/card.ts";
import { SlotConflict } from "../conflicts/slot-conflict.ts";
import { query } from "../db.ts";
import { type Days, loadDays } from "../occupancy/days.store.ts";
import { over } from "../occupancy/resource-lock.ts";
import { businessOf } from "../projections/business.ts";
import { draftOf, newAppointment } from "./book.ts";
import { type Grant, placed, takesTime } from "./placement.ts";

/** Nothing is refused for its time: what lies over something is shown so. */
const everything: Grant = { overbook: true, outOfHours: true, overRequest: true, reason: "" };

/** The cards that an appointment would have, had it been booked like this. */
export async function previewCards(
  ctx: Ctx,
  { $typeName: _, ...asked }: PreviewCalendarCardsRequest,
): Promise<MessageInitShape<typeof CalendarCardSchema>[]> {
  // Nothing is there yet: no line of it keeps another.
  const petServices = asked.petServices.map((pet) => ({ ...pet, services: pet.services.map((line) => ({ ...line, petDetailId: "0" })) }));
  const request = create(BookAppointmentRequestSchema, { ...asked, petServices });
  const business = await businessOf(ctx, request.businessId);
  const catalogue = await catalogueFor(ctx, request);
  const drafted = draftOf(request, catalogue);
  if (isBoardingStay(drafted)) return [];
  // Lines have no numbers yet; here they are told apart by their order.
  const draft = { ...drafted, lines: drafted.lines.map((line, n) => ({ ...line, id: String(n + 1) })) };
  const lines = draft.lines.filter((line) => !isDaycare(line));
  const segments = isStay(draft) ? segmentsOf(lines) : stretchesOf(lines);
  const who = segments.filter((segment) => takesTime(draft, segment)).map(({ staffId }) => staffId);
  const { days, known } = await query(ctx, async (db) => ({
    days: await loadDays(db, { ...business, who, from: draft.date, to: draft.date, ...over(ctx) }),
    known: await isKnownClient(db, request.customerId),
  }));
  return segments.map((segment) => {
    const extra = { known, appointmentIds: ["0"], lineIds: [] };
    const placedSegments = [placedAnyway(draft, segment, days)];
    const stay = { lines: draft.lines, taken: [], closed: false, overbooked: false };
    const appointment = newAppointment({ ctx, business, request, catalogue, draft, extra, placedSegments, stay, reason: "" });
    const card = segmentCard(appointment, segment, segments.length > 1);
    return { ...card, cardType: CardType.NEW_APPOINTMENT, cardId: "0", petDetailIds: [], version: 0 };
  });
}

function placedAnyway(draft: Parameters<typeof placed>[0], segment: StaffSegment, days: Days): PlacedSegment {
  try {
    return placed(draft, segment, days, everything);
  } catch (error) {
    if (!(error instanceof SlotConflict)) throw error;
    return { ...segment, takesTime: true, exclusive: false, overbooked: false, outOfHours: true, slot: null };
  }
}

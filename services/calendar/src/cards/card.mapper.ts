import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { type Appointment, isBoardingStay, isDaycare, isStay, segmentsOf, stretchesOf } from "../appointments/appointment.ts";
import { Source } from "../occupancy/resource.ts";
import { type Block, type ClassCard, RENDER_VERSION, type RenderedCard, renderBlockCard, renderClassCard, renderSegment } from "./card.ts";

const hex = (bytes: Uint8Array): string => `\\x${Buffer.from(bytes).toString("hex")}`;
const bytesOf = ({ lean, full }: RenderedCard) => ({ renderVersion: RENDER_VERSION, lean: hex(lean), fullCard: full && hex(full) });

/** The cards of an appointment: one for each time that a staff member is at it, none once it is cancelled. */
export function cardsOf(companyId: string, appointment: Appointment) {
  const { id: sourceId, businessId, status, date, endDate } = appointment;
  // A boarding stay stands on the lodging calendar.
  if (status === AppointmentStatus.CANCELLED || isBoardingStay(appointment)) return [];
  // Daycare takes nobody's time: it stands on Today, beside the places of the day.
  const lines = appointment.lines.filter((line) => !isDaycare(line));
  const segments = isStay(appointment) ? segmentsOf(lines) : stretchesOf(lines);
  return segments.map((segment) => ({
    companyId,
    sourceKind: Source.APPOINTMENT as Source,
    sourceId,
    staffId: segment.staffId,
    part: segment.part,
    businessId,
    status: status as number,
    date,
    endDate,
    startMinute: segment.start,
    ...bytesOf(renderSegment(appointment, segment, segments.length > 1)),
  }));
}

export type CardRow = ReturnType<typeof cardsOf>[number];

export const cardOfBlock = (companyId: string, block: Block): CardRow => ({
  companyId,
  sourceKind: Source.BLOCK,
  sourceId: block.id,
  staffId: block.staffId,
  part: 0,
  businessId: block.businessId,
  status: 0,
  date: block.date,
  endDate: block.date,
  startMinute: block.start,
  ...bytesOf(renderBlockCard(block)),
});

export const cardOfSession = (companyId: string, session: ClassCard): CardRow => ({
  companyId,
  sourceKind: Source.CLASS_SESSION,
  sourceId: session.id,
  staffId: session.staffId,
  part: 0,
  businessId: session.businessId,
  status: 0,
  date: session.date,
  endDate: session.date,
  startMinute: session.start,
  ...bytesOf(renderClassCard(session)),
});

import { create, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import { toMoney } from "@leashline/kit";
import { CalendarCardSchema, CardType } from "@leashline/proto/leashline/calendar/v1/card_pb.js";
import { type Appointment, type ServiceLine, type StaffSegment, totalOf } from "../appointments/appointment.ts";
import { isEditable, isHere, STAYS_ON_ITS_DAY } from "../appointments/moves.ts";
import { prepayRateOf, prepayStatusOf } from "../appointments/prepaid.ts";
import { NO_STAFF } from "../projections/staff.ts";
import type { Range } from "../scheduling/minutes.ts";
import { amountFor } from "../scheduling/shared-work.ts";

// A card is rendered when it changes, not when it is looked at: a month of cards is then one read of bytes.

export type RenderedCard = { readonly lean: Uint8Array; readonly full: Uint8Array | null };

/** Counts up whenever cards come out differently: those made before are then made anew. */
export const RENDER_VERSION = 8;

type CardInit = Exclude<MessageInitShape<typeof CalendarCardSchema>, { $typeName: string }>;

/** The card of one time that a staff member is at an appointment, without its notes. */
export function segmentCard(appointment: Appointment, segment: StaffSegment, hasOthers: boolean): CardInit {
  const lines = hasOthers ? appointment.lines.filter((line) => segment.lineIds.includes(line.id)) : appointment.lines;
  const pets = [...new Map(lines.map((line) => [line.petId, line])).values()];
  return {
    cardId: lines[0]?.id ?? "0",
    cardType: hasOthers ? splitType(lines) : CardType.APPOINTMENT,
    appointmentId: appointment.id,
    appointmentStatus: appointment.status,
    date: appointment.date,
    endDate: appointment.endDate === appointment.date ? "" : appointment.endDate,
    startTime: segment.start,
    endTime: appointment.endDate === appointment.date ? segment.end : appointment.end,
    staffId: segment.staffId,
    colorCode: appointment.colorCode || lineColor(lines),
    customerInfo: {
      customerId: appointment.customerId,
      firstName: appointment.customerFirstName,
      lastName: appointment.customerLastName,
      clientColor: appointment.clientColor,
      isNewClient: appointment.isNewClient,
    },
    pets: pets.map(({ petId, petName, breed }) => ({ petId, petName, breed })),
    services: lines.map((line) => ({
      petDetailId: line.id,
      petId: line.petId,
      serviceId: line.serviceId,
      serviceName: line.serviceName,
      colorCode: line.colorCode,
      taskName: line.work?.parts.find(({ staffId }) => staffId === segment.staffId)?.taskName ?? "",
    })),
    serviceItemTypes: [...new Set(lines.map((line) => line.careType).filter(Boolean))],
    estimatedTotalPrice: toMoney(worthFor(lines, segment), appointment.currency),
    paymentStatus: appointment.paymentStatus,
    paidAmount: toMoney(BigInt(appointment.paid) - BigInt(appointment.refunded), appointment.currency),
    petDetailIds: hasOthers ? [...segment.lineIds] : [],
    hasRelatedSplitCards: hasOthers,
    overbooked: appointment.overbooked,
    outOfHours: appointment.outOfHours,
    repeatId: appointment.seriesId,
    version: appointment.version,
    draggableInfo: draggableOf(appointment, segment),
    ...(BigInt(appointment.depositMinor) > 0n && { prePayInfo: prePayOf(appointment) }),
    ...(appointment.orderId !== "0" && { invoice: invoiceOf(appointment) }),
  };
}

/** One of several cards stands for services, for what one person does of some, or for both. */
function splitType(lines: readonly ServiceLine[]): CardType {
  const shared = lines.filter((line) => line.work).length;
  if (shared === 0) return CardType.SERVICE;
  return shared === lines.length ? CardType.OPERATION : CardType.SERVICE_AND_OPERATION;
}

/** What a person's part of an appointment comes to. */
const worthFor = (lines: readonly ServiceLine[], { staffId }: StaffSegment): bigint =>
  lines.reduce((sum, line) => sum + (line.work ? amountFor(line, staffId, line.price) : BigInt(line.price)), 0n);

export function renderSegment(appointment: Appointment, segment: StaffSegment, hasOthers: boolean): RenderedCard {
  const base = segmentCard(appointment, segment, hasOthers);
  const lean = framedBytes(base);
  const full =
    appointment.alertNotes || appointment.ticketComments
      ? framedBytes({ ...base, alertNotes: appointment.alertNotes, ticketComments: appointment.ticketComments })
      : null;
  return { lean, full };
}

/** A stay's length is its nights, which are not dragged; what is finished stays where it was. */
function draggableOf(appointment: Appointment, segment: StaffSegment) {
  const { status, date, endDate } = appointment;
  const draggable = isEditable(status);
  const notResizeReason = !draggable ? "Finished" : endDate > date ? "Change the nights in the appointment" : "";
  return { draggable, resize: notResizeReason === "", notResizeReason, ...daysOf(appointment), ...staffBesides(appointment, segment) };
}

const daysOf = ({ status, date }: Appointment) =>
  isHere(status) ? { earliestDate: date, latestDate: date, dateReason: STAYS_ON_ITS_DAY } : {};

/** Who does another part of a service that several people do is not given this one too by a drag. */
function staffBesides({ lines }: Appointment, { staffId, lineIds }: StaffSegment) {
  const parts = lines.filter((line) => lineIds.includes(line.id)).flatMap((line) => line.work?.parts ?? []);
  const unavailableStaffIds = [...new Set(parts.map((part) => part.staffId))].filter((id) => id !== staffId && id !== NO_STAFF);
  return unavailableStaffIds.length > 0 ? { unavailableStaffIds, staffReason: "They do another part of this service." } : {};
}

const prePayOf = (appointment: Appointment) => ({
  prePayAmount: toMoney(appointment.depositMinor, appointment.currency),
  prePayStatus: prepayStatusOf(appointment),
  prePayRate: prepayRateOf(appointment),
});

const invoiceOf = ({ orderId, outstanding, lines, refunded, billedMinor, currency }: Appointment) => ({
  total: toMoney(billedMinor, currency),
  invoiceId: orderId,
  outstandingBalance: toMoney(outstanding ?? totalOf(lines), currency),
  refundedAmount: toMoney(refunded, currency),
});

const lineColor = (lines: readonly ServiceLine[]): string => lines.find((line) => line.colorCode)?.colorCode ?? "";

export type Block = Range & {
  readonly id: string;
  readonly businessId: string;
  readonly staffId: string;
  readonly date: string;
  readonly description: string;
  readonly colorCode: string;
  readonly overbooked: boolean;
  /** "0" when it does not repeat. */
  readonly seriesId: string;
  /** The event of the person's own Google calendar that it stands for; "" for a block that was made here. */
  readonly externalId: string;
  readonly version: number;
};

export function renderBlockCard(block: Block): RenderedCard {
  const { id, start, end, staffId, date, description, colorCode, overbooked, seriesId: repeatId, externalId, version } = block;
  const synced = externalId !== "";
  const lean = framedBytes({
    cardId: id,
    cardType: CardType.BLOCK,
    date,
    startTime: start,
    endTime: end,
    staffId,
    colorCode,
    description,
    overbooked,
    repeatId,
    version,
    synced,
    draggableInfo: { draggable: !synced, resize: !synced },
  });
  return { lean, full: null };
}

/** A session of a group class; it is moved on the page of its class. */
export type ClassCard = Range & {
  readonly id: string;
  readonly classId: string;
  readonly businessId: string;
  readonly staffId: string;
  readonly date: string;
  readonly name: string;
  readonly taken: number;
  readonly capacity: number;
  readonly overbooked: boolean;
  readonly version: number;
};

export function renderClassCard(session: ClassCard): RenderedCard {
  const { id, start, end, staffId, date, name, classId, taken, capacity, overbooked, version } = session;
  const lean = framedBytes({
    cardId: id,
    cardType: CardType.CLASS_SESSION,
    date,
    startTime: start,
    endTime: end,
    staffId,
    description: name,
    overbooked,
    version,
    classInfo: { classId, taken, capacity },
    draggableInfo: { notResizeReason: "Move the session on the page of its class" },
  });
  return { lean, full: null };
}

const CARDS_FIELD = 1;
const LENGTH_DELIMITED = 2;

/** The card as one element of the field `cards` = 1, which is the same in both list responses: tag, length, bytes. */
export function framedBytes(card: CardInit): Uint8Array {
  const bytes = toBinary(CalendarCardSchema, create(CalendarCardSchema, card));
  const head = [(CARDS_FIELD << 3) | LENGTH_DELIMITED];
  let length = bytes.length;
  for (; length > 127; length = Math.floor(length / 128)) head.push((length % 128) | 128);
  head.push(length);
  const framed = new Uint8Array(head.length + bytes.length);
  framed.set(head);
  framed.set(bytes, head.length);
  return framed;
}

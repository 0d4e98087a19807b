import { create, toBinary } from "@bufbuild/protobuf";
import { CalendarCardSchema, CardType } from "@leashline/proto/leashline/calendar/v1/card_pb.js";
import { type Appointment, type ServiceLine, type StaffSegment, totalOf } from "../appointments/appointment.ts";
import { decimal } from "../appointments/decimal.ts";
import type { Range } from "../scheduling/minutes.ts";

// A card is rendered when it changes, not when it is looked at: a month of cards is then one read of bytes.

export type RenderedCard = { readonly lean: Uint8Array; readonly full: Uint8Array | null };

const joined = (values: readonly string[]): string => [...new Set(values.filter(Boolean))].join(", ");

/** Counts up whenever cards come out differently: those made before are then made anew. */
export const RENDER_VERSION = 1;

export function renderSegment(appointment: Appointment, segment: StaffSegment, hasOthers: boolean): RenderedCard {
  const lines = hasOthers ? appointment.lines.filter((line) => segment.lineIds.includes(line.id)) : appointment.lines;
  const pets = [...new Map(lines.map((line) => [line.petId, line])).values()];
  const base = {
    cardId: lines[0]?.id ?? "0",
    cardType: hasOthers ? CardType.SERVICE : CardType.APPOINTMENT,
    appointmentId: appointment.id,
    appointmentStatus: appointment.status,
    date: appointment.date,
    endDate: appointment.endDate === appointment.date ? "" : appointment.endDate,
    startTime: segment.start,
    endTime: appointment.endDate === appointment.date ? segment.end : appointment.end,
    staffId: segment.staffId,
    colorCode: appointment.colorCode || lineColor(lines),
    customerId: appointment.customerId,
    customerFirstName: appointment.customerFirstName,
    customerLastName: appointment.customerLastName,
    clientColor: appointment.clientColor,
    isNewClient: appointment.isNewClient,
    petNames: pets.map((pet) => pet.petName).join(", "),
    petBreeds: pets.map((pet) => pet.breed).join(", "),
    serviceNames: joined(lines.map((line) => line.serviceName)),
    estimatedTotalPrice: decimal(totalOf(lines), appointment.currency),
    paymentStatus: appointment.paymentStatus,
    paidAmount: decimal(BigInt(appointment.paid) - BigInt(appointment.refunded), appointment.currency),
    petDetailIds: hasOthers ? [...segment.lineIds] : [],
    hasRelatedSplitCards: hasOthers,
    overbooked: appointment.overbooked,
    outOfHours: appointment.outOfHours,
    version: appointment.version,
    serviceItemTypes: joined(lines.map((line) => line.careType)),
  };
  const lean = framedBytes(base);
  const full =
    appointment.alertNotes || appointment.ticketComments
      ? framedBytes({ ...base, alertNotes: appointment.alertNotes, ticketComments: appointment.ticketComments })
      : null;
  return { lean, full };
}

const lineColor = (lines: readonly ServiceLine[]): string => lines.find((line) => line.colorCode)?.colorCode ?? "";

export type Block = Range & {
  readonly id: string;
  readonly businessId: string;
  readonly staffId: string;
  readonly date: string;
  readonly description: string;
  readonly colorCode: string;
  readonly overbooked: boolean;
  readonly version: number;
};

export function renderBlockCard(block: Block): RenderedCard {
  const { id, start, end, staffId, date, description, colorCode, overbooked, version } = block;
  const lean = framedBytes({
    cardId: id,
    cardType: CardType.BLOCK,
    date,
    startTime: start,
    endTime: end,
    staffId,
    colorCode,
    serviceNames: description,
    overbooked,
    version,
  });
  return { lean, full: null };
}

const CARDS_FIELD = 1;
const LENGTH_DELIMITED = 2;

/** The card as one element of the field `cards` = 1, which is the same in both list responses: tag, length, bytes. */
function framedBytes(card: Parameters<typeof create<typeof CalendarCardSchema>>[1]): Uint8Array {
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

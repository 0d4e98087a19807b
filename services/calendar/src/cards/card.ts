import { create, toBinary } from "@bufbuild/protobuf";
import { decimalsOf } from "@leashline/kit";
import { CalendarCardSchema, CardType } from "@leashline/proto/leashline/calendar/v1/card_pb.js";
import { type Line, totalOf, type Visit } from "../appointments/visit.ts";
import type { Range } from "../scheduling/minutes.ts";

// A card is rendered when it changes, not when it is looked at: a month of cards is then one read of bytes.

export type RenderedCard = { readonly lean: Uint8Array; readonly full: Uint8Array | null };

const joined = (values: readonly string[]): string => [...new Set(values.filter(Boolean))].join(", ");

/** Decimal text of minor units, for example "118.00". */
export function decimal(minor: bigint | string, currency: string): string {
  const digits = decimalsOf(currency);
  const value = BigInt(minor);
  const text = (value < 0n ? -value : value).toString().padStart(digits + 1, "0");
  const whole = text.slice(0, text.length - digits);
  return `${value < 0n ? "-" : ""}${whole}${digits > 0 ? `.${text.slice(-digits)}` : ""}`;
}

export type VisitShare = Range & {
  readonly cardId: string;
  readonly staffId: string;
  readonly lineIds: readonly string[];
  readonly overbooked: boolean;
  readonly outOfHours: boolean;
};

export function renderVisitCard(visit: Visit, share: VisitShare, hasOthers: boolean): RenderedCard {
  const lines = hasOthers ? visit.lines.filter((line) => share.lineIds.includes(line.id)) : visit.lines;
  const pets = [...new Map(lines.map((line) => [line.petId, line])).values()];
  const base = {
    cardId: share.cardId,
    cardType: hasOthers ? CardType.SERVICE : CardType.APPOINTMENT,
    appointmentId: visit.id,
    appointmentStatus: visit.status,
    date: visit.date,
    endDate: visit.endDate === visit.date ? "" : visit.endDate,
    startTime: share.start,
    endTime: visit.endDate === visit.date ? share.end : visit.end,
    staffId: share.staffId,
    colorCode: visit.colorCode || lineColor(lines),
    customerId: visit.customerId,
    customerFirstName: visit.customerFirstName,
    customerLastName: visit.customerLastName,
    clientColor: visit.clientColor,
    isNewClient: visit.isNewClient,
    petNames: pets.map((pet) => pet.petName).join(", "),
    petBreeds: pets.map((pet) => pet.breed).join(", "),
    serviceNames: joined(lines.map((line) => line.serviceName)),
    estimatedTotalPrice: decimal(totalOf(lines), visit.currency),
    paymentStatus: visit.paymentStatus,
    paidAmount: decimal(BigInt(visit.paid) - BigInt(visit.refunded), visit.currency),
    petDetailIds: hasOthers ? [...share.lineIds] : [],
    hasRelatedSplitCards: hasOthers,
    overbooked: share.overbooked,
    outOfHours: share.outOfHours,
    version: visit.version,
    serviceItemTypes: joined(lines.map((line) => line.careType)),
  };
  const lean = framedBytes(base);
  const full =
    visit.alertNotes || visit.ticketComments
      ? framedBytes({ ...base, alertNotes: visit.alertNotes, ticketComments: visit.ticketComments })
      : null;
  return { lean, full };
}

const lineColor = (lines: readonly Line[]): string => lines.find((line) => line.colorCode)?.colorCode ?? "";

export type BlockCard = Range & {
  readonly id: string;
  readonly staffId: string;
  readonly date: string;
  readonly description: string;
  readonly colorCode: string;
  readonly overbooked: boolean;
  readonly version: number;
};

export function renderBlockCard(block: BlockCard): RenderedCard {
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

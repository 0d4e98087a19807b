import { create, toBinary } from "@bufbuild/protobuf";
import { toWireDate } from "@leashline/kit";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { GetLodgingCalendarResponseSchema } from "@leashline/proto/leashline/calendar/v1/stay_service_pb.js";
import { type Appointment, isStay, type ServiceLine } from "../appointments/appointment.ts";
import type { Nights } from "../lodging/room.ts";

// A stay is drawn when it changes, not when it is looked at: eight weeks of stays are then one read of bytes.

/** Counts up whenever stays come out differently: those drawn before are then drawn anew. */
export const LODGING_RENDER_VERSION = 1;

/** Whether a stay stands on the lodging calendar. */
const isShown = (stay: Appointment): boolean =>
  stay.status !== AppointmentStatus.CANCELLED && isStay(stay) && stay.lines.some((line) => line.lodgings.length > 0);

type Card = { nights: Nights; lines: ServiceLine[] };

/** The pets of a stay that are in one unit for the same nights are one card. */
function cardsIn(stay: Appointment): Card[] {
  const cards = new Map<string, Card>();
  for (const line of stay.lines) {
    for (const nights of line.lodgings) {
      const key = `${nights.unitId} ${nights.from} ${nights.to}`;
      const card = cards.get(key) ?? { nights, lines: [] };
      card.lines.push(line);
      cards.set(key, card);
    }
  }
  return [...cards.values()];
}

const toCard = (stay: Appointment, { nights, lines }: Card) => ({
  customerId: stay.customerId,
  cardId: lines[0]?.id ?? "0",
  appointmentId: stay.id,
  lodgingUnitId: nights.unitId,
  petList: lines.map((line) => ({ petId: line.petId, petName: line.petName, breed: line.breed, petDetailId: line.id })),
  startDate: toWireDate(nights.from),
  endDate: toWireDate(nights.to),
  stayStartDate: toWireDate(stay.date),
  stayEndDate: toWireDate(stay.endDate),
  startTime: stay.start,
  endTime: stay.end,
  status: stay.status,
  serviceItemType: lines[0]?.careType ?? "",
  customerFirstName: stay.customerFirstName,
  customerLastName: stay.customerLastName,
  colorCode: stay.colorCode || (lines[0]?.colorCode ?? ""),
  version: stay.version,
});

/** The row of a stay on the lodging calendar; none where it does not stand there. Its bytes are those of the list field of the answer, card by card. */
export function lodgingCardOf(companyId: string, stay: Appointment) {
  if (!isShown(stay)) return [];
  const cards = cardsIn(stay);
  const body = toBinary(
    GetLodgingCalendarResponseSchema,
    create(GetLodgingCalendarResponseSchema, { cards: cards.map((card) => toCard(stay, card)) }),
  );
  return [
    {
      companyId,
      appointmentId: stay.id,
      businessId: stay.businessId,
      date: stay.date,
      endDate: stay.endDate,
      unitIds: [...new Set(cards.map(({ nights }) => nights.unitId))],
      renderVersion: LODGING_RENDER_VERSION,
      body: `\\x${Buffer.from(body).toString("hex")}`,
    },
  ];
}

export type LodgingCardRow = ReturnType<typeof lodgingCardOf>[number];

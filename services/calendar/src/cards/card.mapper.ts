import type { Appointment, PlacedSegment } from "../appointments/appointment.ts";
import type { Instants } from "../scheduling/zone.ts";
import { type RenderedCard, renderAppointmentCard } from "./card.ts";

/** The columns the card's statements name. */
export const cardColumns = [
  "companyId",
  "id",
  "businessId",
  "kind",
  "appointmentId",
  "status",
  "staffId",
  "date",
  "endDate",
  "startMinute",
  "endMinute",
  "during",
  "takesTime",
  "exclusive",
  "pets",
  "serviceIds",
  "version",
  "lean",
  "fullCard",
  "description",
  "colorCode",
] as const;

/** A staff segment with the card that shows it. */
export type CardSegment = PlacedSegment & { readonly cardId: string; readonly during: Instants };

const hex = (bytes: Uint8Array): string => `\\x${Buffer.from(bytes).toString("hex")}`;
export const bytesOf = ({ lean, full }: RenderedCard) => ({ lean: hex(lean), fullCard: full && hex(full) });
export const rangeOf = ({ start, end }: Instants): string => `[${start.toString()},${end.toString()})`;

export const cardRow = (companyId: string, appointment: Appointment, placed: CardSegment, hasOthers: boolean) => ({
  companyId: companyId,
  id: placed.cardId,
  businessId: appointment.businessId,
  kind: hasOthers ? 2 : 1,
  appointmentId: appointment.id,
  status: appointment.status,
  staffId: placed.staffId,
  date: appointment.date,
  endDate: appointment.endDate,
  startMinute: placed.start,
  endMinute: placed.end,
  during: rangeOf(placed.during),
  takesTime: placed.takesTime,
  exclusive: placed.exclusive,
  pets: placed.petIds.length,
  serviceIds: placed.serviceIds,
  version: appointment.version,
  description: "",
  colorCode: "",
  ...bytesOf(renderAppointmentCard(appointment, placed, hasOthers)),
});

export type CardRow = ReturnType<typeof cardRow>;

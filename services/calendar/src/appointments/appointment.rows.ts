import type { PricePart } from "@leashline/proto/rules/stay-price.ts";
import type { Selectable } from "kysely";
import type { Appointment as AppointmentTable, PetService } from "../db.gen.ts";
import type { Nights } from "../lodging/room.ts";
import type { Appointment, ServiceLine } from "./appointment.ts";
import type { Status } from "./moves.ts";

// Between the appointment that decisions are made on and the rows that are stored.

/** The columns the appointment's statements name, in full, so that a column added by a newer version disturbs none of them. */
export const appointmentColumns = [
  "companyId",
  "id",
  "businessId",
  "customerId",
  "customerFirstName",
  "customerLastName",
  "clientColor",
  "isNewClient",
  "date",
  "endDate",
  "startMinute",
  "endMinute",
  "startAt",
  "endAt",
  "staffId",
  "status",
  "statusPath",
  "checkInAt",
  "readyAt",
  "checkOutAt",
  "canceledAt",
  "cancelReason",
  "noShow",
  "ticketComments",
  "alertNotes",
  "colorCode",
  "source",
  "currency",
  "orderId",
  "orderVersion",
  "paymentStatus",
  "paidMinor",
  "refundedMinor",
  "keptMinor",
  "outstandingMinor",
  "depositMinor",
  "billedMinor",
  "feeMinor",
  "feeVersion",
  "overbooked",
  "outOfHours",
  "overrideReason",
  "bookingRequestId",
  "seriesId",
  "createdByStaffId",
  "version",
  "createdAt",
  "updatedAt",
  "deletedAt",
] as const;

export const lineColumns = [
  "companyId",
  "id",
  "appointmentId",
  "position",
  "petId",
  "petName",
  "breed",
  "petSizeId",
  "serviceId",
  "serviceName",
  "careType",
  "colorCode",
  "staffId",
  "startMinute",
  "duration",
  "priceMinor",
  "taxId",
  "lodgings",
  "priceParts",
] as const;

/** The columns of a line that is read, with how each is written into the JSON of the statement: numbers of 64 bits as text. */
export const lineFields = {
  id: "::text",
  petId: "::text",
  petName: "",
  breed: "",
  petSizeId: "::text",
  serviceId: "::text",
  serviceName: "",
  careType: "",
  colorCode: "",
  staffId: "::text",
  startMinute: "",
  duration: "",
  priceMinor: "::text",
  taxId: "::text",
  lodgings: "",
  priceParts: "",
} as const satisfies Partial<Record<keyof PetService, "" | "::text">>;
const lineNames = Object.keys(lineFields) as (keyof typeof lineFields)[];

type LineRow = Omit<Pick<Selectable<PetService>, keyof typeof lineFields>, "lodgings" | "priceParts"> & {
  lodgings: Nights[];
  priceParts: PricePart[];
};
/** A line as the reading statement answers it: its staff member's name, then its fields in their order. */
export type LineJson = [staffName: string | null, ...fields: unknown[]];

function toLine([staffName, ...fields]: LineJson): ServiceLine {
  const row = Object.fromEntries(lineNames.map((name, index) => [name, fields[index]])) as LineRow;
  const { startMinute: start, priceMinor: price, ...line } = row;
  return { ...line, staffName: staffName ?? "", start, price };
}

export type AppointmentRow = Pick<Selectable<AppointmentTable>, Exclude<(typeof appointmentColumns)[number], "companyId">> & {
  lines: LineJson[] | null;
};

const text = (date: Date | null): string | null => date?.toISOString() ?? null;

export function fromRow(row: AppointmentRow): Appointment {
  const { startMinute: start, endMinute: end, paidMinor: paid, refundedMinor: refunded, outstandingMinor: outstanding, ...same } = row;
  const { orderVersion: _, deletedAt: __, ...columns } = same;
  return {
    ...columns,
    start,
    end,
    paid,
    refunded,
    outstanding,
    status: row.status as Status,
    statusPath: row.statusPath as Status[],
    startAt: row.startAt.toISOString(),
    endAt: row.endAt.toISOString(),
    checkInAt: text(row.checkInAt),
    readyAt: text(row.readyAt),
    checkOutAt: text(row.checkOutAt),
    canceledAt: text(row.canceledAt),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    lines: (row.lines ?? []).map(toLine),
  };
}

/** What the appointment's columns do not say of it: which word about its order was the last, and whether it is deleted. */
export type Beside = { readonly orderVersion: number; readonly deletedAt: string | null };

export function toRow(companyId: string, appointment: Appointment, beside: Beside) {
  const {
    start: startMinute,
    end: endMinute,
    paid: paidMinor,
    refunded: refundedMinor,
    outstanding: outstandingMinor,
    lines: _,
    ...same
  } = appointment;
  return { companyId, ...same, startMinute, endMinute, paidMinor, refundedMinor, outstandingMinor, ...beside };
}

export function toLineRow(companyId: string, appointmentId: string, line: ServiceLine, position: number) {
  const { start: startMinute, price: priceMinor, staffName: _, ...same } = line;
  return { companyId, appointmentId, position, ...same, startMinute, priceMinor };
}

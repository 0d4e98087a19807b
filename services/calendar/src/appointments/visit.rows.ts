import { type RenderedCard, renderVisitCard } from "../cards/card.ts";
import type { Instants } from "../scheduling/zone.ts";
import type { Status } from "./moves.ts";
import type { Placed } from "./placement.ts";
import type { Line, Visit } from "./visit.ts";

// Between the visit that decisions are made on and the rows that are stored.

/** A line as the reading statement answers it in JSON. */
export type LineJson = [
  id: string,
  petId: string,
  petName: string,
  breed: string,
  serviceId: string,
  serviceName: string,
  careType: string,
  colorCode: string,
  staffId: string,
  staffName: string | null,
  start: number,
  duration: number,
  price: string,
  taxId: string,
];

const toLine = ([
  id,
  petId,
  petName,
  breed,
  serviceId,
  serviceName,
  careType,
  colorCode,
  staffId,
  staffName,
  start,
  duration,
  price,
  taxId,
]: LineJson): Line => ({
  id,
  petId,
  petName,
  breed,
  serviceId,
  serviceName,
  careType,
  colorCode,
  staffId,
  staffName: staffName ?? "",
  start,
  duration,
  price,
  taxId,
});

/** A stored card: which share it is, and whether it keeps others out. */
export type StoredCard = { readonly id: string; readonly staffId: string; readonly exclusive: boolean; readonly during: Instants };
/** Times are minutes since 1970 UTC. */
export type CardJson = [id: string, staffId: string, exclusive: boolean, from: number, to: number];

export type AppointmentRow = {
  id: string;
  business_id: string;
  customer_id: string;
  customer_first_name: string;
  customer_last_name: string;
  client_color: string;
  is_new_client: boolean;
  date: string;
  end_date: string;
  start_minute: number;
  end_minute: number;
  start_at: Date;
  end_at: Date;
  staff_id: string;
  status: number;
  status_path: number[];
  check_in_at: Date | null;
  ready_at: Date | null;
  check_out_at: Date | null;
  canceled_at: Date | null;
  cancel_reason: string;
  no_show: number;
  ticket_comments: string;
  alert_notes: string;
  color_code: string;
  source: number;
  currency: string;
  order_id: string;
  order_version: number;
  payment_status: number;
  paid_minor: string;
  refunded_minor: string;
  outstanding_minor: string | null;
  overbooked: boolean;
  out_of_hours: boolean;
  override_reason: string;
  booking_request_id: string;
  created_by_staff_id: string;
  version: number;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
  lines: LineJson[] | null;
};

const text = (date: Date | null): string | null => date?.toISOString() ?? null;

export const toVisit = (row: AppointmentRow): Visit => ({
  id: row.id,
  businessId: row.business_id,
  customerId: row.customer_id,
  customerFirstName: row.customer_first_name,
  customerLastName: row.customer_last_name,
  clientColor: row.client_color,
  isNewClient: row.is_new_client,
  date: row.date,
  endDate: row.end_date,
  start: row.start_minute,
  end: row.end_minute,
  startAt: row.start_at.toISOString(),
  endAt: row.end_at.toISOString(),
  staffId: row.staff_id,
  status: row.status as Status,
  statusPath: row.status_path as Status[],
  checkInAt: text(row.check_in_at),
  readyAt: text(row.ready_at),
  checkOutAt: text(row.check_out_at),
  canceledAt: text(row.canceled_at),
  cancelReason: row.cancel_reason,
  noShow: row.no_show,
  ticketComments: row.ticket_comments,
  alertNotes: row.alert_notes,
  colorCode: row.color_code,
  source: row.source,
  currency: row.currency,
  orderId: row.order_id,
  paymentStatus: row.payment_status,
  paid: row.paid_minor,
  refunded: row.refunded_minor,
  outstanding: row.outstanding_minor,
  overbooked: row.overbooked,
  outOfHours: row.out_of_hours,
  overrideReason: row.override_reason,
  bookingRequestId: row.booking_request_id,
  createdByStaffId: row.created_by_staff_id,
  version: row.version,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  lines: (row.lines ?? []).map(toLine),
});

export const fromVisit = (companyId: string, visit: Visit, orderVersion: number) => ({
  company_id: companyId,
  id: visit.id,
  business_id: visit.businessId,
  customer_id: visit.customerId,
  customer_first_name: visit.customerFirstName,
  customer_last_name: visit.customerLastName,
  client_color: visit.clientColor,
  is_new_client: visit.isNewClient,
  date: visit.date,
  end_date: visit.endDate,
  start_minute: visit.start,
  end_minute: visit.end,
  start_at: visit.startAt,
  end_at: visit.endAt,
  staff_id: visit.staffId,
  status: visit.status,
  status_path: visit.statusPath,
  check_in_at: visit.checkInAt,
  ready_at: visit.readyAt,
  check_out_at: visit.checkOutAt,
  canceled_at: visit.canceledAt,
  cancel_reason: visit.cancelReason,
  no_show: visit.noShow,
  ticket_comments: visit.ticketComments,
  alert_notes: visit.alertNotes,
  color_code: visit.colorCode,
  source: visit.source,
  currency: visit.currency,
  order_id: visit.orderId,
  order_version: orderVersion,
  payment_status: visit.paymentStatus,
  paid_minor: visit.paid,
  refunded_minor: visit.refunded,
  outstanding_minor: visit.outstanding,
  overbooked: visit.overbooked,
  out_of_hours: visit.outOfHours,
  override_reason: visit.overrideReason,
  booking_request_id: visit.bookingRequestId,
  created_by_staff_id: visit.createdByStaffId,
  version: visit.version,
  created_at: visit.createdAt,
  updated_at: visit.updatedAt,
  deleted_at: null as string | null,
});

export const fromLine = (companyId: string, appointmentId: string, line: Line, position: number) => ({
  company_id: companyId,
  id: line.id,
  appointment_id: appointmentId,
  position,
  pet_id: line.petId,
  pet_name: line.petName,
  breed: line.breed,
  service_id: line.serviceId,
  service_name: line.serviceName,
  care_type: line.careType,
  color_code: line.colorCode,
  staff_id: line.staffId,
  start_minute: line.start,
  duration: line.duration,
  price_minor: line.price,
  tax_id: line.taxId,
});

export type CardSeat = Placed & { readonly cardId: string; readonly during: Instants };

const hex = (bytes: Uint8Array): string => `\\x${Buffer.from(bytes).toString("hex")}`;
export const bytesOf = ({ lean, full }: RenderedCard) => ({ lean: hex(lean), full_card: full && hex(full) });
export const rangeOf = ({ start, end }: Instants): string => `[${start.toString()},${end.toString()})`;

export const cardRow = (companyId: string, visit: Visit, seat: CardSeat, hasOthers: boolean) => ({
  company_id: companyId,
  id: seat.cardId,
  business_id: visit.businessId,
  kind: hasOthers ? 2 : 1,
  appointment_id: visit.id,
  status: visit.status,
  staff_id: seat.staffId,
  date: visit.date,
  end_date: visit.endDate,
  start_minute: seat.start,
  end_minute: seat.end,
  during: rangeOf(seat.during),
  takes_time: seat.takesTime,
  exclusive: seat.exclusive,
  pets: seat.petIds.length,
  service_ids: seat.serviceIds,
  version: visit.version,
  description: "",
  color_code: "",
  ...bytesOf(renderVisitCard(visit, seat, hasOthers)),
});

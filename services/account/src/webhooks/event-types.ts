import { type DescMessage, fromBinary, toJson } from "@bufbuild/protobuf";
import { file_leashline_account_v1_events as account } from "@leashline/proto/leashline/account/v1/events_pb.js";
import { file_leashline_calendar_v1_events as calendar } from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { file_leashline_customer_v1_events as customer } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import { file_leashline_message_v1_events as message } from "@leashline/proto/leashline/message/v1/events_pb.js";
import { file_leashline_offering_v1_events as offering } from "@leashline/proto/leashline/offering/v1/events_pb.js";
import { file_leashline_online_booking_v1_events as onlineBooking } from "@leashline/proto/leashline/online_booking/v1/events_pb.js";
import { file_leashline_order_v1_events as order } from "@leashline/proto/leashline/order/v1/events_pb.js";
import { file_leashline_payment_v1_events as payment } from "@leashline/proto/leashline/payment/v1/events_pb.js";

export type EventType = { eventType: string; schema: DescMessage };

/** leashline.calendar.v1.AppointmentBooked -> calendar.appointment_booked */
const nameOf = (schema: DescMessage): string =>
  `${schema.typeName.split(".")[1]}.${schema.name.replace(/(?<!^)([A-Z])/g, "_$1").toLowerCase()}`;

/** Every event of the contract: the messages of the events files that are no part of another one. */
export const eventTypes: readonly EventType[] = [account, calendar, customer, message, offering, onlineBooking, order, payment]
  .flatMap((file) => {
    const parts = new Set(file.messages.flatMap((m) => m.fields.flatMap((f) => (f.message ? [f.message.typeName] : []))));
    return file.messages.filter((m) => !parts.has(m.typeName)).map((schema) => ({ eventType: nameOf(schema), schema }));
  })
  .toSorted((a, b) => (a.eventType < b.eventType ? -1 : 1));

export const pingType = "test.ping";
export const isEventType = (name: string): boolean => eventTypes.some((type) => type.eventType === name);

const byMessage = new Map(eventTypes.map((type) => [type.schema.typeName, type]));

/** The body as receivers get it; null for a message that is no event of the contract. */
export function bodyOf(typeName: string, data: Uint8Array, companyId: string, at: Date): { eventType: string; body: string } | null {
  const type = byMessage.get(typeName);
  if (!type) return null;
  const facts = toJson(type.schema, fromBinary(type.schema, data), { alwaysEmitImplicit: true });
  return { eventType: type.eventType, body: JSON.stringify({ type: type.eventType, timestamp: at.toISOString(), companyId, data: facts }) };
}

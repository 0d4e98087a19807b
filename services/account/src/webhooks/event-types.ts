import { type DescMessage, fromBinary, getOption, hasOption, type Message, toJson } from "@bufbuild/protobuf";
import { file_leashline_account_v1_events as account } from "@leashline/proto/leashline/account/v1/events_pb.js";
import { file_leashline_calendar_v1_events as calendar } from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { file_leashline_customer_v1_events as customer } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import { file_leashline_message_v1_events as message } from "@leashline/proto/leashline/message/v1/events_pb.js";
import { file_leashline_offering_v1_events as offering } from "@leashline/proto/leashline/offering/v1/events_pb.js";
import { file_leashline_online_booking_v1_events as onlineBooking } from "@leashline/proto/leashline/online_booking/v1/events_pb.js";
import { event as eventOption } from "@leashline/proto/leashline/options/v1/event_pb.js";
import { file_leashline_order_v1_events as order } from "@leashline/proto/leashline/order/v1/events_pb.js";
import { file_leashline_payment_v1_events as payment } from "@leashline/proto/leashline/payment/v1/events_pb.js";

export type EventType = { eventType: string; schema: DescMessage };

/** leashline.calendar.v1.AppointmentBooked -> calendar.appointment_booked */
const nameOf = (schema: DescMessage): string =>
  `${schema.typeName.split(".")[1]}.${schema.name.replace(/(?<!^)([A-Z])/g, "_$1").toLowerCase()}`;

const isByKind = (schema: DescMessage): boolean => getOption(schema, eventOption).byKind;
const kinds = ["created", "changed", "deleted"] as const;
/** customer.client_changed, created -> customer.client_created */
const nameByKind = (schema: DescMessage, kind: (typeof kinds)[number]): string => nameOf(schema).replace(/changed$/, kind);
const namesOf = (schema: DescMessage): string[] => (isByKind(schema) ? kinds.map((kind) => nameByKind(schema, kind)) : [nameOf(schema)]);

const events = [account, calendar, customer, message, offering, onlineBooking, order, payment]
  .flatMap((file) => file.messages)
  .filter((schema) => hasOption(schema, eventOption));

/** Every event of the contract, under each name that receivers know it by. */
export const eventTypes: readonly EventType[] = events
  .flatMap((schema) => namesOf(schema).map((eventType) => ({ eventType, schema })))
  .toSorted((a, b) => (a.eventType < b.eventType ? -1 : 1));

export const pingType = "test.ping";
export const isEventType = (name: string): boolean => eventTypes.some((type) => type.eventType === name);

const byTypeName = new Map(events.map((schema) => [schema.typeName, schema]));

/** The body as receivers get it; null for a message that is no event of the contract. */
export function bodyOf(typeName: string, data: Uint8Array, companyId: string, at: Date): { eventType: string; body: string } | null {
  const schema = byTypeName.get(typeName);
  if (!schema) return null;
  const event = fromBinary(schema, data);
  const eventType = isByKind(schema) ? nameByKind(schema, kindOf(event)) : nameOf(schema);
  const facts = toJson(schema, event, { alwaysEmitImplicit: true });
  return { eventType, body: JSON.stringify({ type: eventType, timestamp: at.toISOString(), companyId, data: facts }) };
}

function kindOf({ created, deleted }: Message & { created?: boolean; deleted?: boolean }): (typeof kinds)[number] {
  if (created) return "created";
  return deleted ? "deleted" : "changed";
}

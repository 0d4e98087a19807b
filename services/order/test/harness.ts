import { randomUUID } from "node:crypto";
import { create, type DescMessage, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import { fromMoney, type RpcGroup, toMoney } from "@leashline/kit";
import { deliver } from "@leashline/kit/events/consumer.ts";
import { startServers, type TestServers } from "@leashline/kit/test";
import type { Money } from "@leashline/proto/google/type/money_pb.js";
import { StaffChangedSchema, TaxRuleChangedSchema } from "@leashline/proto/leashline/account/v1/events_pb.js";
import {
  AppointmentBookedSchema,
  type AppointmentSnapshotSchema,
  type PetServiceLine,
  PetServiceLineSchema,
} from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import type { Order } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import { PaymentRecordedSchema } from "@leashline/proto/leashline/payment/v1/events_pb.js";
import { service } from "../src/main.ts";

// Hands the service an event as another service would have sent it.
export async function emit<D extends DescMessage>(
  servers: TestServers,
  schema: D,
  event: MessageInitShape<D>,
  { id = randomUUID() as string, companyId = "1" } = {},
): Promise<void> {
  const data = toBinary(schema, create(schema, event));
  const meta = { id, companyId, key: "", writtenAt: new Date(), actor: { name: "Olive Owner", staffId: "1", businessId: "1" } };
  await deliver(servers.runtime("order"), service.consumers ?? [], { typeName: schema.typeName, data, meta });
}

export const usd = (minor: number) => toMoney(minor, "USD");

export const line = (lineId: string, price: number, more: MessageInitShape<typeof PetServiceLineSchema> = {}): PetServiceLine =>
  create(PetServiceLineSchema, {
    lineId,
    petId: "10",
    petName: "Miso",
    serviceId: `10${lineId}`,
    serviceName: `Service ${lineId}`,
    staffId: "7",
    staffName: "Ana Ruiz",
    startTime: 600,
    duration: 60,
    price: usd(price),
    taxId: "0",
    careType: "GROOMING",
    ...(more as object),
  });

type Facts = Omit<MessageInitShape<typeof AppointmentSnapshotSchema>, "$typeName" | "$unknown">;

export const appointment = (appointmentId: string, lines: PetServiceLine[], more: Facts = {}): Facts => ({
  appointmentId,
  businessId: "1",
  customerId: "20",
  customerName: "Robin Vale",
  date: "2026-11-20",
  endDate: "2026-11-20",
  startTime: 600,
  endTime: 660,
  status: 1,
  lines,
  source: "web",
  version: 1,
  ...more,
});

export const cents = (money: Money | undefined): number => Number(fromMoney(money).minor);

let nextAppointment = 100;
export const newAppointmentId = (): string => String(nextAppointment++);

export type Harness = {
  servers: TestServers;
  // An order as booking makes it, of two services, the first taxed with 10.25 percent.
  booked: (lines?: PetServiceLine[]) => Promise<{ appointmentId: string; orderId: string; order: Order }>;
  // The event of a payment in cash.
  pay: (orderId: string, paymentId: string, amount: number, tips?: number) => Promise<void>;
  // The events the order emitted, oldest first.
  emitted: (orderId: string) => Promise<string[]>;
};

// The order service with what is there of its neighbors, a tax rule and a staff member it knows.
export async function startHarness(others: readonly RpcGroup[] = []): Promise<Harness> {
  const servers = await startServers([{ ...service, rpcs: [...service.rpcs, ...others] }], { background: false });
  await emit(servers, TaxRuleChangedSchema, { taxId: "3", taxName: "Sales tax", taxRate: "10.25" });
  await emit(servers, StaffChangedSchema, { staffId: "9", firstName: "Lee", lastName: "Park" });
  return {
    servers,
    booked: async (lines = [line("1", 5_000, { taxId: "3" }), line("2", 1_500)]) => {
      const appointmentId = newAppointmentId();
      await emit(servers, AppointmentBookedSchema, { appointment: appointment(appointmentId, lines) });
      const { order } = await servers.client(OrderService).getOrderByAppointment({ appointmentId });
      return { appointmentId, orderId: order!.id, order: order! };
    },
    pay: (orderId, paymentId, amount, tips = 0) =>
      emit(servers, PaymentRecordedSchema, { paymentId, orderId, businessId: "1", amount: usd(amount), tips: usd(tips), method: "cash" }),
    emitted: async (orderId) => {
      const { rows } = await servers.admin.query('select type from "order".outbox where aggregate = $1 order by id', [`order-${orderId}`]);
      return rows.map((row) => row.type.split(".").at(-1));
    },
  };
}

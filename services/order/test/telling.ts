import { randomUUID } from "node:crypto";
import { create, type DescMessage, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import { toMoney } from "@leashline/kit";
import { deliver } from "@leashline/kit/events/consumer.ts";
import type { TestHouse } from "@leashline/kit/test";
import {
  type AppointmentSnapshotSchema,
  type PetServiceLine,
  PetServiceLineSchema,
} from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { service } from "../src/main.ts";

// Hands the service an event as another service would have sent it.
export async function tell<D extends DescMessage>(
  house: TestHouse,
  schema: D,
  event: MessageInitShape<D>,
  { id = randomUUID() as string, companyId = "1" } = {},
): Promise<void> {
  const data = toBinary(schema, create(schema, event));
  const meta = { id, companyId, key: "", writtenAt: new Date(), actor: { name: "Olive Owner", staffId: "1", businessId: "1" } };
  await deliver(house.runtime("order"), service.consumers ?? [], { typeName: schema.typeName, data, meta });
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

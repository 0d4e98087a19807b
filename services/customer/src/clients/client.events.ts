import type { MessageInitShape } from "@bufbuild/protobuf";
import type { Tx } from "@leashline/kit";
import { ClientChangedSchema, PetChangedSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import type { DB } from "../db.ts";
import { type ClientRow, frequencyDays } from "./client.ts";

type EventClient = Pick<
  ClientRow,
  | "id"
  | "firstName"
  | "lastName"
  | "phoneNumber"
  | "email"
  | "clientColor"
  | "avatarPath"
  | "inactive"
  | "deletedAt"
  | "preferredBusinessId"
  | "sendAutoEmail"
  | "sendAutoMessage"
  | "isBlockMessage"
  | "isUnsubscribed"
  | "apptReminderByList"
  | "unconfirmedReminderBy"
  | "preferredFrequencyDay"
  | "preferredFrequencyType"
>;

export const clientEvent = (row: EventClient, { created = false } = {}): MessageInitShape<typeof ClientChangedSchema> => ({
  customerId: row.id,
  firstName: row.firstName,
  lastName: row.lastName,
  phoneNumber: row.phoneNumber,
  email: row.email,
  clientColor: row.clientColor,
  avatarPath: row.avatarPath,
  inactive: row.inactive,
  deleted: row.deletedAt !== null,
  preferredBusinessId: row.preferredBusinessId,
  sendAutoEmail: row.sendAutoEmail,
  sendAutoMessage: row.sendAutoMessage,
  isBlockMessage: row.isBlockMessage,
  isUnsubscribed: row.isUnsubscribed,
  apptReminderByList: row.apptReminderByList,
  unconfirmedReminderBy: row.unconfirmedReminderBy,
  expectedFrequencyDays: frequencyDays(row.preferredFrequencyDay, row.preferredFrequencyType),
  created,
});

export function emitClient(tx: Tx<DB>, row: EventClient, options = { created: false }): void {
  tx.emit(ClientChangedSchema, clientEvent(row, options), { key: `client:${row.id}` });
  tx.notify("customer.client", { ids: [row.id] });
}

export type EventPet = { id: string; clientId: string; petName: string; breed: string; petType: string; deleted: boolean };

export const petEvent = (pet: EventPet, { created = false } = {}): MessageInitShape<typeof PetChangedSchema> => ({
  petId: pet.id,
  customerId: pet.clientId,
  petName: pet.petName,
  breed: pet.breed,
  petType: pet.petType,
  deleted: pet.deleted,
  created,
});

export function emitPet(tx: Tx<DB>, pet: EventPet, options = { created: false }): void {
  tx.emit(PetChangedSchema, petEvent(pet, options), { key: `pet:${pet.id}` });
  tx.notify("customer.client", { ids: [pet.clientId] });
}

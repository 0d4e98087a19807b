import type { MessageInitShape } from "@bufbuild/protobuf";
import type { Tx } from "@leashline/kit";
import { ClientChangedSchema, PetChangedSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import type { DB } from "../db.ts";
import type { ClientRow } from "./client.ts";

type Told = Pick<
  ClientRow,
  | "id"
  | "first_name"
  | "last_name"
  | "phone_number"
  | "email"
  | "client_color"
  | "inactive"
  | "deleted_at"
  | "preferred_business_id"
  | "send_auto_email"
  | "send_auto_message"
  | "is_block_message"
>;

export const clientEvent = (row: Told, { created = false } = {}): MessageInitShape<typeof ClientChangedSchema> => ({
  customerId: row.id,
  firstName: row.first_name,
  lastName: row.last_name,
  phoneNumber: row.phone_number,
  email: row.email,
  clientColor: row.client_color,
  inactive: row.inactive,
  deleted: row.deleted_at !== null,
  preferredBusinessId: row.preferred_business_id,
  sendAutoEmail: row.send_auto_email,
  sendAutoMessage: row.send_auto_message,
  isBlockMessage: row.is_block_message,
  created,
});

export function tellClient(tx: Tx<DB>, row: Told, told = { created: false }): void {
  tx.emit(ClientChangedSchema, clientEvent(row, told), { key: `client:${row.id}` });
  tx.notify("customer.client", { ids: [row.id] });
}

export type ToldPet = { id: string; client_id: string; pet_name: string; breed: string; pet_type: string; deleted: boolean };

export const petEvent = (pet: ToldPet, { created = false } = {}): MessageInitShape<typeof PetChangedSchema> => ({
  petId: pet.id,
  customerId: pet.client_id,
  petName: pet.pet_name,
  breed: pet.breed,
  petType: pet.pet_type,
  deleted: pet.deleted,
  created,
});

export function tellPet(tx: Tx<DB>, pet: ToldPet, told = { created: false }): void {
  tx.emit(PetChangedSchema, petEvent(pet, told), { key: `pet:${pet.id}` });
  tx.notify("customer.client", { ids: [pet.client_id] });
}

import { type Ctx, fromWireDate, toWireDate } from "@leashline/kit";
import { type Address, AddressService } from "@leashline/proto/leashline/customer/v1/address_pb.js";
import type { Client } from "@leashline/proto/leashline/customer/v1/client_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { NoteService } from "@leashline/proto/leashline/customer/v1/note_pb.js";
import type { Pet } from "@leashline/proto/leashline/customer/v1/pet_pb.js";
import { PetService } from "@leashline/proto/leashline/customer/v1/pet_service_pb.js";
import { onFileOf } from "../automation/on-file.ts";
import { type Difference, fieldOf, type Own } from "./correction.ts";

/** What is on file of a client, as far as they may correct it; nothing of one who is gone. */
export async function ownOf(ctx: Ctx, customerId: string): Promise<Own | undefined> {
  const [file, { addresses }] = await Promise.all([onFileOf(ctx, customerId), ctx.client(AddressService).listAddresses({ customerId })]);
  return file && toOwn(file.client, file.pets, addresses[0]);
}

type Corrected = { customerId: string; key: string };

/** What is on file of several clients, as far as something of it was corrected; nothing of those who are gone. */
export async function ownsOf(ctx: Ctx, corrected: readonly Corrected[]): Promise<Map<string, Own>> {
  const fields = corrected.map(({ customerId, key }) => ({ customerId, ...fieldOf(key) }));
  const [customerIds, petIds] = [fields.map((one) => one.customerId), fields.flatMap(({ of, petId }) => (of === "pet" ? petId : []))];
  const [clients, pets] = await Promise.all([clientsBy(ctx, [...new Set(customerIds)]), petsBy(ctx, [...new Set(petIds)])]);
  const housed = new Set(fields.flatMap(({ of, customerId }) => (of === "address" ? customerId : [])));
  const owns = clients.map(async (client): Promise<[string, Own]> => {
    const { customerId } = client;
    const { addresses } = housed.has(customerId) ? await ctx.client(AddressService).listAddresses({ customerId }) : { addresses: [] };
    const theirs = pets.filter((pet) => pet.customerId === customerId && !pet.deleted);
    return [customerId, toOwn(client, theirs, addresses[0])];
  });
  return new Map(await Promise.all(owns));
}

async function clientsBy(ctx: Ctx, customerIds: string[]): Promise<readonly Client[]> {
  if (customerIds.length === 0) return [];
  return (await ctx.client(ClientService).batchGetClients({ customerIds, allowMissing: true })).clients;
}

async function petsBy(ctx: Ctx, petIds: string[]): Promise<readonly Pet[]> {
  if (petIds.length === 0) return [];
  return (await ctx.client(PetService).batchGetPets({ petIds, allowMissing: true })).pets;
}

const toOwn = ({ version, firstName, lastName, phoneNumber, email }: Client, pets: readonly Pet[], address: Address | undefined): Own => ({
  version,
  client: { firstName, lastName, phoneNumber, email },
  address: addressOf(address),
  country: address?.country ?? "",
  pets: pets.map(({ petId, version: seen, petName, breed, weight, birthday }) => ({
    ...{ petId, petName, breed, version: seen },
    weight: weight > 0 ? String(weight) : "",
    birthday: birthday ? fromWireDate(birthday, "birthday") : "",
  })),
});

const addressOf = (address: Address | undefined): Own["address"] => ({
  id: address?.customerAddressId ?? "0",
  address1: address?.address1 ?? "",
  address2: address?.address2 ?? "",
  city: address?.city ?? "",
  state: address?.state ?? "",
  zipcode: address?.zipcode ?? "",
});

const maskOf = (changes: readonly Difference[], more: readonly string[] = []) => ({
  paths: [...changes.map(({ field }) => field), ...more].map((field) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)),
});

const inputOf = ({ field, given }: Difference): unknown => {
  const text = given.trim();
  if (field !== "weight" && field !== "birthday") return text;
  if (text === "") return undefined;
  return field === "weight" ? Number(text) : toWireDate(text);
};
const valuesOf = (changes: readonly Difference[]) => Object.fromEntries(changes.map((one) => [one.field, inputOf(one)]));

/** Takes differences over: the client first, so that what is refused there leaves everything else. */
export async function takeOver(ctx: Ctx, customerId: string, own: Own, chosen: readonly Difference[]): Promise<void> {
  const of = (what: Difference["of"]) => chosen.filter((one) => one.of === what);
  const client = of("customer");
  if (client.length > 0)
    await ctx
      .client(ClientService)
      .updateClient({ customerId, version: own.version, client: valuesOf(client), updateMask: maskOf(client) });
  await takeAddress(ctx, customerId, own, of("address"));
  for (const pet of own.pets) {
    const its = of("pet").filter(({ petId }) => petId === pet.petId);
    const fields = its.filter(({ field }) => field !== "note");
    if (fields.length > 0)
      await ctx.client(PetService).updatePet({ petId: pet.petId, version: pet.version, pet: valuesOf(fields), updateMask: maskOf(fields) });
    for (const { given } of its.filter(({ field }) => field === "note"))
      await ctx.client(NoteService).createPetNote({ petId: pet.petId, note: `From the client: ${given.trim()}` });
  }
}

/** Where it lies is known of the address as it was, and of no other. */
async function takeAddress(
  ctx: Ctx,
  customerId: string,
  { address: { id, ...known } }: Own,
  changes: readonly Difference[],
): Promise<void> {
  if (changes.length === 0) return;
  const addresses = ctx.client(AddressService);
  if (id === "0") {
    await addresses.createAddress({ address: { ...known, ...valuesOf(changes), customerId } });
    return;
  }
  const moved = changes.some(({ field }) => field !== "address2");
  const updateMask = maskOf(changes, moved ? ["lat", "lng"] : []);
  await addresses.updateAddress({ address: { ...valuesOf(changes), customerAddressId: id, customerId }, updateMask });
}

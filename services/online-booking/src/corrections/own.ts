import { type Ctx, fromWireDate, toWireDate } from "@leashline/kit";
import { type Address, AddressService } from "@leashline/proto/leashline/customer/v1/address_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { NoteService } from "@leashline/proto/leashline/customer/v1/note_pb.js";
import { PetService } from "@leashline/proto/leashline/customer/v1/pet_service_pb.js";
import { onFileOf } from "../automation/on-file.ts";
import type { Difference, Own } from "./correction.ts";

/** What is on file of a client, as far as they may correct it; nothing of one who is gone. */
export async function ownOf(ctx: Ctx, customerId: string): Promise<Own | undefined> {
  const [file, { addresses }] = await Promise.all([onFileOf(ctx, customerId), ctx.client(AddressService).listAddresses({ customerId })]);
  if (!file) return undefined;
  const { version, firstName, lastName, phoneNumber, email } = file.client;
  return {
    version,
    client: { firstName, lastName, phoneNumber, email },
    address: addressOf(addresses[0]),
    country: addresses[0]?.country ?? "",
    pets: file.pets.map(({ petId, version: seen, petName, breed, weight, birthday }) => ({
      ...{ petId, petName, breed, version: seen },
      weight: weight > 0 ? String(weight) : "",
      birthday: birthday ? fromWireDate(birthday, "birthday") : "",
    })),
  };
}

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

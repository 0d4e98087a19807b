import { fail, named, type Tx } from "@leashline/kit";
import { ClientInputSchema } from "@leashline/proto/leashline/customer/v1/client_pb.js";
import type { UpsertClientWithPetsRequest } from "@leashline/proto/leashline/customer/v1/client_requests_pb.js";
import { PetInputSchema } from "@leashline/proto/leashline/customer/v1/pet_pb.js";
import { addressesOf } from "../addresses/address.store.ts";
import { addAddress, fieldsOf, isEmpty, sameAddress } from "../addresses/address.ts";
import type { DB } from "../db.ts";
import { petsOf } from "../pets/pet.store.ts";
import type { PetColumns, PetRow } from "../pets/pet.ts";
import { readInput as readPet } from "../pets/pet.wire.ts";
import { addPets, savePet } from "../pets/pet.write.ts";
import { findByContact, sameName } from "./client.store.ts";
import type { ClientColumns, StoredClient } from "./client.ts";
import { readInput } from "./client.wire.ts";
import { type ClientPatch, createClient, mustHaveClient, saveClient } from "./client.write.ts";

type Upserted = { client: StoredClient; pets: PetRow[]; created: boolean };

/** What is given fills what is empty; nothing that is there is overwritten. */
export function filling<C extends object>(current: object, given: C): Partial<C> {
  const known = current as Record<string, unknown>;
  const blank = (value: unknown): boolean => value === "" || value === null || value === 0 || value === "0";
  return Object.fromEntries(
    Object.entries(given).filter(
      ([key, value]) => blank(known[key]) && !blank(value) && !Array.isArray(value) && typeof value !== "boolean",
    ),
  ) as Partial<C>;
}

/** Finds or creates the client and the pets of a booking, under locks on its phone and e-mail, so that two at once make one client. */
export async function upsertClient(tx: Tx<DB>, req: UpsertClientWithPetsRequest): Promise<Upserted> {
  const given = readInput(req.client!, named(ClientInputSchema, req.client!, undefined), tx.ctx.caller.country);
  const { phone_key: phone = "", email = "" } = given.columns;
  if (req.customerId === "0") tx.lock([phone && `phone:${phone}`, email && `email:${email.toLowerCase()}`].filter(Boolean));
  const known = req.customerId === "0" ? (await findByContact(tx.db, phone, email, 1))[0] : { id: req.customerId };
  const client = known ? await fill(tx, known.id, given) : await make(tx, given, req.source || "online booking");
  if (req.address && !isEmpty(fieldsOf(req.address))) {
    const address = fieldsOf(req.address);
    if (!(await addressesOf(tx.db, client.id)).some((a) => sameAddress(a, address))) await addAddress(tx, client.id, address);
  }
  const pets = await upsertPets(
    tx,
    client.id,
    req.pets.map((p) => ({ id: p.petId, columns: p.pet ? readPet(p.pet, named(PetInputSchema, p.pet, undefined)) : {} })),
  );
  return { client, pets, created: !known };
}

const make = (tx: Tx<DB>, given: ClientPatch, source: string): Promise<StoredClient> =>
  createClient(tx, { ...given, columns: { ...given.columns, source } }, { allowDuplicatePhone: true });

async function fill(tx: Tx<DB>, id: string, given: ClientPatch): Promise<StoredClient> {
  const before = await mustHaveClient(tx, id);
  const { first_name, last_name, type: _, ...rest } = given.columns;
  const columns: ClientColumns = {
    ...filling(before, rest),
    ...(before.owner_unknown && first_name ? { first_name, last_name, owner_unknown: false } : {}),
  };
  return Object.keys(columns).length > 0 ? await saveClient(tx, before, { columns, tagIds: null }, { allowDuplicatePhone: true }) : before;
}

async function upsertPets(tx: Tx<DB>, clientId: string, wanted: { id: string; columns: PetColumns }[]): Promise<PetRow[]> {
  const known = await petsOf(tx.db, [clientId]);
  const pets: PetRow[] = [];
  for (const { id, columns } of wanted) {
    const match =
      id !== "0"
        ? known.find((p) => p.id === id)
        : known.find(
            (p) => sameName(p.pet_name, columns.pet_name ?? "") && p.pet_type.toLowerCase() === (columns.pet_type ?? "Dog").toLowerCase(),
          );
    if (id !== "0" && !match) throw fail("PET_NOT_FOUND", { field: "pets" });
    if (!match) {
      const [made] = await addPets(tx, clientId, [columns]);
      pets.push(made!);
      known.push(made!);
      continue;
    }
    const more = filling(match, columns);
    pets.push(Object.keys(more).length > 0 ? await savePet(tx, match, more) : match);
  }
  return pets;
}

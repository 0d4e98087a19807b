import { fail, named, type Tx } from "@leashline/kit";
import { type ClientInput, ClientInputSchema } from "@leashline/proto/leashline/customer/v1/client_pb.js";
import type { UpsertClientWithPetsRequest } from "@leashline/proto/leashline/customer/v1/client_requests_pb.js";
import { PetInputSchema } from "@leashline/proto/leashline/customer/v1/pet_pb.js";
import { addAddress, fieldsOf, isEmpty } from "../addresses/address.ts";
import { readInput } from "../clients/client.mapper.ts";
import { findByContact, isTaken, sameName } from "../clients/client.store.ts";
import type { StoredClient } from "../clients/client.ts";
import { type ClientPatch, createClient, mustHaveClient, saveClient } from "../clients/client.write.ts";
import type { DB } from "../db.ts";
import { readInput as readPet } from "../pets/pet.mapper.ts";
import { petsOf } from "../pets/pet.store.ts";
import type { PetColumns, PetRow } from "../pets/pet.ts";
import { addPets } from "../pets/pet.write.ts";

type Upserted = { client: StoredClient; pets: PetRow[]; created: boolean };

/**
 * Finds or creates the client and the pets of a booking, under locks on its phone and e-mail, so that two at once make one client. Who is known stays as
 * they are, also what is empty: what somebody writes about a client on the internet is for staff to judge. Whom a booking made, and nobody changed since, gets what was
 * only typed once staff believe it: they may have been made by a try that was refused.
 */
export async function upsertClient(tx: Tx<DB>, req: UpsertClientWithPetsRequest): Promise<Upserted> {
  const given = read(tx, req.client!);
  const { phoneKey: phone = "", email = "" } = given.columns;
  if (req.customerId === "0") tx.lock([phone && `phone:${phone}`, email && `email:${email.toLowerCase()}`].filter(Boolean));
  const known =
    req.customerId === "0"
      ? (await findByContact(tx.db, given.columns.phoneNumber ?? "", email, tx.ctx.caller.country))[0]
      : { id: req.customerId };
  const client = known ? await completed(tx, req, await mustHaveClient(tx, known.id)) : await make(tx, req, given);
  const pets = await upsertPets(
    tx,
    client.id,
    known ? await petsOf(tx.db, [client.id]) : [],
    req.pets.map((p) => ({ id: p.petId, columns: p.pet ? readPet(p.pet, named(PetInputSchema, p.pet, undefined)) : {} })),
  );
  return { client, pets, created: !known };
}

const read = (tx: Tx<DB>, input: ClientInput): ClientPatch =>
  readInput(input, named(ClientInputSchema, input, undefined), tx.ctx.caller.country);

async function make(tx: Tx<DB>, req: UpsertClientWithPetsRequest, given: ClientPatch): Promise<StoredClient> {
  const columns = { ...(await nobodysYet(tx, req.unconfirmed, given)), ...given.columns, source: sourceOf(req) };
  const client = await createClient(tx, { ...given, columns }, { allowDuplicatePhone: true });
  if (req.address && !isEmpty(fieldsOf(req.address))) await addAddress(tx, client.id, fieldsOf(req.address));
  return client;
}

const sourceOf = (req: UpsertClientWithPetsRequest): string => req.source || "online booking";

async function completed(tx: Tx<DB>, req: UpsertClientWithPetsRequest, client: StoredClient): Promise<StoredClient> {
  if (client.version !== 1 || client.source !== sourceOf(req)) return client;
  const columns = await nobodysYet(tx, req.unconfirmed, { columns: client, tagIds: null });
  return Object.keys(columns).length > 0 ? await saveClient(tx, client, { columns, tagIds: null }, { allowDuplicatePhone: true }) : client;
}

/**
 * What was only typed may be another client's, who would then read what is meant for this one; and nobody's whom we know, to whom nothing is sent by itself until
 * staff say so.
 */
async function nobodysYet(tx: Tx<DB>, unconfirmed: ClientInput | undefined, given: ClientPatch): Promise<ClientPatch["columns"]> {
  if (!unconfirmed) return {};
  const { phoneNumber = "", phoneKey = "", email = "" } = read(tx, unconfirmed).columns;
  const taken = await isTaken(tx.db, phoneNumber, email, tx.ctx.caller.country);
  return {
    ...(phoneNumber && !given.columns.phoneNumber && !taken.phone && { phoneNumber, phoneKey, sendAutoMessage: false }),
    ...(email && !given.columns.email && !taken.email && { email, sendAutoEmail: false }),
  };
}

async function upsertPets(
  tx: Tx<DB>,
  clientId: string,
  before: readonly PetRow[],
  wanted: { id: string; columns: PetColumns }[],
): Promise<PetRow[]> {
  const known = [...before];
  const pets: PetRow[] = [];
  for (const { id, columns } of wanted) {
    const match =
      id !== "0"
        ? known.find((p) => p.id === id)
        : known.find(
            (p) => sameName(p.petName, columns.petName ?? "") && p.petType.toLowerCase() === (columns.petType ?? "Dog").toLowerCase(),
          );
    if (id !== "0" && !match) throw fail("PET_NOT_FOUND", { field: "pets" });
    if (match) {
      pets.push(match);
      continue;
    }
    const [made] = await addPets(tx, clientId, [columns]);
    pets.push(made!);
    known.push(made!);
  }
  return pets;
}

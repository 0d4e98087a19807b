import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { fail, named, type Tx } from "@leashline/kit";
import { ClientInputSchema } from "@leashline/proto/leashline/customer/v1/client_pb.js";
import type { CreateIntakeProfileRequest, IntakePetChoice } from "@leashline/proto/leashline/customer/v1/intake_submission_service_pb.js";
import { PetInputSchema } from "@leashline/proto/leashline/customer/v1/pet_pb.js";
import { type Answers, addressParts, answerFor, type Given } from "@leashline/proto/rules/intake-answers.ts";
import { type FormContent, targets } from "@leashline/proto/rules/intake-form.ts";
import { addAddress } from "../addresses/address.ts";
import { readInput as readClient } from "../clients/client.mapper.ts";
import { type ClientPatch, createClient, mustHaveClient, saveClient } from "../clients/client.write.ts";
import type { DB } from "../db.ts";
import { readInput as readPet } from "../pets/pet.mapper.ts";
import type { PetColumns } from "../pets/pet.ts";
import { addPets, mustHavePet, savePet } from "../pets/pet.write.ts";

const dateOf = (iso: string) => {
  const [year = 0, month = 0, day = 0] = iso.split("-").map(Number);
  return { year, month, day };
};
const genders: Record<string, number> = { Male: 1, Female: 2 };

/** A value as the field of a profile takes it. */
function valueFor(field: string, values: readonly string[]): unknown {
  const text = values.join(", ");
  if (field === "birthday") return dateOf(text);
  if (field === "weight") return Number(text);
  if (field === "gender") return genders[text] ?? 0;
  return field === "fixed" ? text === "Yes" : text;
}

/** The answers that fill fields of the client or of a pet, those that are wanted; null wants all. */
function filled(content: FormContent, given: Given, kind: "client" | "pet", wanted: ReadonlySet<string> | null): Record<string, unknown> {
  const found = Object.keys(targets).flatMap((target) => {
    const field = target.startsWith(`${kind}.`) ? target.slice(kind.length + 1) : "";
    const values = answerFor(content, given, target);
    if (field === "" || field === "address" || values.length === 0 || (wanted && !wanted.has(target))) return [];
    return [[field, valueFor(field, values)] as const];
  });
  return Object.fromEntries(found);
}

export function clientPatch(content: FormContent, owner: Given, wanted: ReadonlySet<string> | null, country: string): ClientPatch {
  const input = create(ClientInputSchema, filled(content, owner, "client", wanted) as MessageInitShape<typeof ClientInputSchema>);
  return readClient(input, named(ClientInputSchema, input, undefined), country);
}

function petColumns(content: FormContent, pet: Given, wanted: ReadonlySet<string> | null): PetColumns {
  const input = create(PetInputSchema, filled(content, pet, "pet", wanted) as MessageInitShape<typeof PetInputSchema>);
  return readPet(input, named(PetInputSchema, input, undefined));
}

async function putAddress(tx: Tx<DB>, clientId: string, content: FormContent, owner: Given): Promise<void> {
  const values = answerFor(content, owner, "client.address");
  if (values.length === 0) return;
  const parts = Object.fromEntries(addressParts.map((part, at) => [part, values[at] ?? ""])) as Record<
    (typeof addressParts)[number],
    string
  >;
  await addAddress(tx, clientId, { ...parts, lat: "", lng: "" }, true);
}

async function putPet(
  tx: Tx<DB>,
  clientId: string,
  content: FormContent,
  pet: Given,
  choice: IntakePetChoice | undefined,
): Promise<string[]> {
  if (choice?.leaveOut) return [];
  if (!choice || choice.petId === "0") return (await addPets(tx, clientId, [petColumns(content, pet, null)])).map(({ id }) => id);
  const before = await mustHavePet(tx, choice.petId);
  if (before.clientId !== clientId) throw fail("PET_NOT_FOUND", { field: "pets" });
  const columns = petColumns(content, pet, new Set(choice.fields));
  if (Object.keys(columns).length > 0) await savePet(tx, before, columns);
  return [before.id];
}

/** The client and the pets of a form that came in: new ones, or those it is merged into, with what was chosen for them. */
export async function makeProfile(
  tx: Tx<DB>,
  content: FormContent,
  { owner, pets }: Answers,
  request: CreateIntakeProfileRequest,
): Promise<{ clientId: string; petIds: string[] }> {
  const isNew = request.customerId === "0";
  const wanted = isNew ? null : new Set(request.fields);
  const { allowDuplicatePhone } = request;
  const patch = clientPatch(content, owner, wanted, tx.ctx.caller.country);
  const client = isNew
    ? await createClient(tx, { ...patch, columns: { ...patch.columns, source: "intake form" } }, { allowDuplicatePhone })
    : await mustHaveClient(tx, request.customerId);
  if (!isNew && Object.keys(patch.columns).length > 0) await saveClient(tx, client, patch, { allowDuplicatePhone });
  if (!wanted || wanted.has("client.address")) await putAddress(tx, client.id, content, owner);
  const petIds: string[] = [];
  for (const [at, pet] of pets.entries()) petIds.push(...(await putPet(tx, client.id, content, pet, request.pets[at])));
  return { clientId: client.id, petIds };
}

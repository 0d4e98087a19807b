import type { MessageInitShape } from "@bufbuild/protobuf";
import type { Ctx } from "@leashline/kit";
import type { IntakeDuplicateSchema } from "@leashline/proto/leashline/customer/v1/intake_submission_service_pb.js";
import { answerFor } from "@leashline/proto/rules/intake-answers.ts";
import type { FormContent } from "@leashline/proto/rules/intake-form.ts";
import { toClient } from "../clients/client.mapper.ts";
import { clientsById, findByContact } from "../clients/client.store.ts";
import type { StoredClient } from "../clients/client.ts";
import { reach } from "../clients/visibility.store.ts";
import type { Db } from "../db.ts";
import { toPets } from "../pets/pet.read.ts";
import { petsOf } from "../pets/pet.store.ts";
import { clientsNamed, type SubmissionRow } from "./submission.store.ts";

const MOST = 10;
const plain = (text: string): string => text.trim().toLowerCase();

/** Clients whom a form may be of, those the caller reaches: by number, by email, by name and a pet's name. */
export async function duplicatesOf(
  ctx: Ctx,
  db: Db,
  content: FormContent,
  { answers: { owner }, petNames }: SubmissionRow,
): Promise<MessageInitShape<typeof IntakeDuplicateSchema>[]> {
  const one = (target: string) => answerFor(content, owner, target)[0] ?? "";
  const [phone, email, first, last] = [one("client.phoneNumber"), one("client.email"), one("client.firstName"), one("client.lastName")];
  const { country } = ctx.caller;
  const byPhone = phone ? (await findByContact(db, phone, "", country, MOST)).map(({ id }) => id) : [];
  const byEmail = email ? (await findByContact(db, "", email, country, MOST)).map(({ id }) => id) : [];
  const byName = await clientsNamed(db, first, last);
  const ids = [...new Set([...byPhone, ...byEmail, ...byName])];
  const found = await clientsById(db, ids, reach(ctx));
  const clients = ids.flatMap((id) => found.get(id) ?? []);
  const pets = await petsOf(
    db,
    clients.map(({ id }) => id),
  );
  const petsOfClient = ({ id }: StoredClient) => pets.filter((pet) => pet.clientId === id);
  const wanted = new Set(petNames.map(plain));
  const sharesPet = (client: StoredClient) => petsOfClient(client).some(({ petName }) => wanted.has(plain(petName)));
  const named = new Set(byName);
  const alike = clients.filter(
    (client) => byPhone.includes(client.id) || byEmail.includes(client.id) || (named.has(client.id) && sharesPet(client)),
  );
  return await Promise.all(
    alike.slice(0, MOST).map(async (client) => ({
      client: toClient(client, ctx),
      pets: await toPets(ctx, db, petsOfClient(client)),
      samePhone: byPhone.includes(client.id),
      sameEmail: byEmail.includes(client.id),
      sameNames: named.has(client.id) && sharesPet(client),
    })),
  );
}

import { sql } from "kysely";
import { insertTokens } from "../../clients/search-token.store.ts";
import { tokensOf } from "../../clients/words.ts";
import type { Db } from "../../db.ts";
import type { Draft } from "../reading/draft.ts";
import { type Known, keysOf, type NewClient, type NewPet, ownedKey } from "./place.ts";

const pick = (keys: readonly string[], start: string): string[] =>
  keys.filter((k) => k.startsWith(start)).map((k) => k.slice(start.length));

/** What of a batch exists already, in four looks: clients by key, number or address; animals by key or licence; the animals of those clients; and what this pass has seen. */
export async function knownOf(db: Db, drafts: readonly Draft[], importId: string | null): Promise<Known> {
  const keys = [...new Set(drafts.flatMap(keysOf))];
  const known: Known = new Map();
  const clients = await knownClients(db, keys);
  for (const c of clients) {
    const value = [c.id, `${c.firstName} ${c.lastName}`.trim(), c.importKey].join("\t");
    if (c.importKey) known.set(c.importKey, value);
    if (c.phoneKey) known.set(`ph:${c.phoneKey}`, known.get(`ph:${c.phoneKey}`) ?? value);
    if (c.email) known.set(`em:${c.email.toLowerCase()}`, known.get(`em:${c.email.toLowerCase()}`) ?? value);
  }
  for (const [key, value] of await knownPets(db, keys)) known.set(key, value);
  for (const key of await knownOwned(db, [...new Set(clients.map((c) => c.id))])) known.set(key, "");
  if (importId) for (const [key, value] of await seenBefore(db, importId, drafts, keys)) if (!known.has(key)) known.set(key, value);
  return known;
}

type KnownClient = { id: string; firstName: string; lastName: string; importKey: string; phoneKey: string; email: string };

async function knownClients(db: Db, keys: readonly string[]): Promise<KnownClient[]> {
  const [own, phones, emails] = [keys.filter((k) => k.startsWith("c:")), pick(keys, "ph:"), pick(keys, "em:")];
  const { rows } = await sql<KnownClient>`
    select id, first_name, last_name, import_key, phone_key, email from client
      where company_id = ${db.companyId} and import_key = any(${own}::text[]) and import_key <> '' and deleted_at is null
    union
    select id, first_name, last_name, import_key, phone_key, email from client
      where company_id = ${db.companyId} and phone_key = any(${phones}::text[]) and phone_key <> '' and deleted_at is null
    union
    select id, first_name, last_name, import_key, phone_key, email from client
      where company_id = ${db.companyId} and email_key = any(${emails}::text[]) and email_key <> '' and deleted_at is null
    order by id`.execute(db);
  return rows;
}

async function knownPets(db: Db, keys: readonly string[]): Promise<[string, string][]> {
  const own = keys.filter((k) => k.startsWith("p:"));
  const licenses = pick(keys, "p:license:");
  const { rows } = await sql<{ key: string; name: string; type: string }>`
    select import_key as key, pet_name as name, pet_type as type from pet
      where company_id = ${db.companyId} and import_key = any(${own}::text[]) and import_key <> '' and deleted_at is null
    union all
    select 'p:license:' || license_key, pet_name, pet_type from pet
      where company_id = ${db.companyId} and license_key = any(${licenses}::text[]) and license_key <> '' and deleted_at is null`.execute(
    db,
  );
  return rows.map((row) => [row.key, `${row.name}\t${row.type}`]);
}

async function knownOwned(db: Db, clientIds: readonly string[]): Promise<string[]> {
  if (clientIds.length === 0) return [];
  const rows = await db
    .selectFrom("pet")
    .select(["clientId", "petName as name", "petType as type"])
    .where("companyId", "=", db.companyId)
    .where("clientId", "=", sql<string>`any(${clientIds}::bigint[])`)
    .where("deletedAt", "is", null)
    .execute();
  return rows.map((row) => ownedKey(row.clientId, row));
}

async function seenBefore(db: Db, importId: string, drafts: readonly Draft[], keys: readonly string[]): Promise<[string, string][]> {
  const look = async (wanted: readonly string[]): Promise<[string, string][]> => {
    const rows = await db
      .selectFrom("importSeen")
      .where("companyId", "=", db.companyId)
      .select(["key", "value"])
      .where("importId", "=", importId)
      .where("key", "=", sql<string>`any(${wanted}::text[])`)
      .execute();
    return rows.map((row) => [row.key, row.value]);
  };
  const first = await look(keys);
  const refs = [...new Set(first.filter(([key]) => !key.startsWith("p:")).map(([, value]) => value.split("\t")[0] ?? ""))];
  const owned = refs.flatMap((ref) => drafts.flatMap((d) => (d.pet && d.client.key === ref ? [ownedKey(ref, d.pet)] : [])));
  return owned.length > 0 ? [...first, ...(await look(owned))] : first;
}

export async function rememberSeen(db: Db, importId: string, learned: Known): Promise<void> {
  if (learned.size === 0) return;
  await sql`insert into import_seen (company_id, import_id, key, value)
    select ${db.companyId}, ${importId}, * from unnest(${[...learned.keys()]}::text[], ${[...learned.values()]}::text[])
    on conflict do nothing`.execute(db);
}

export type Origin = { businessId: string; importId: string; staffId: string; type: number };

/** Writes new clients with their addresses, notes and tags; answers their ids by key. */
export async function insertClients(db: Db, origin: Origin, clients: readonly NewClient[]): Promise<Map<string, string>> {
  if (clients.length === 0) return new Map();
  const rows = clients.map((c) => ({
    firstName: c.firstName,
    lastName: c.lastName,
    email: c.email,
    phoneNumber: c.phoneNumber,
    phoneKey: c.phoneKey,
    ownerUnknown: c.ownerUnknown,
    importKey: c.key,
  }));
  const { rows: made } = await sql<{ id: string; importKey: string }>`
    insert into client (company_id, first_name, last_name, email, phone_number, phone_key, owner_unknown, import_key, import_id, source,
      preferred_business_id, created_by, type)
    select ${db.companyId}::bigint, r.*, ${origin.importId}::bigint, 'import', ${origin.businessId}::bigint, ${origin.staffId}::bigint, ${origin.type}::int
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r("firstName" text, "lastName" text, email text, "phoneNumber" text, "phoneKey" text, "ownerUnknown" boolean, "importKey" text)
    returning id, import_key`.execute(db);
  const ids = new Map(made.map((row) => [row.importKey, row.id]));
  await insertAddresses(db, clients, ids);
  await insertTags(db, clients, ids);
  return ids;
}

async function insertAddresses(db: Db, clients: readonly NewClient[], ids: ReadonlyMap<string, string>): Promise<void> {
  const rows = clients.flatMap((c) => (c.address ? [{ clientId: ids.get(c.key), ...c.address }] : []));
  if (rows.length === 0) return;
  await sql`insert into address (company_id, client_id, address1, address2, city, state, zipcode, country, is_primary)
    select ${db.companyId}::bigint, r.*, true from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r("clientId" bigint, address1 text, address2 text, city text, state text, zipcode text, country text)`.execute(db);
}

async function insertTags(db: Db, clients: readonly NewClient[], ids: ReadonlyMap<string, string>): Promise<void> {
  const pairs = clients.flatMap((c) => c.tags.map((name) => ({ clientId: ids.get(c.key) ?? "0", name })));
  if (pairs.length === 0) return;
  const names = [...new Map(pairs.map((p) => [p.name.toLowerCase(), p.name])).values()];
  await sql`insert into tag (company_id, name, sort)
    select ${db.companyId}::bigint, n, (select coalesce(max(sort), 0) from tag where company_id = ${db.companyId}) + o from unnest(${names}::text[]) with ordinality as x(n, o)
    on conflict do nothing`.execute(db);
  await sql`insert into client_tag (company_id, client_id, tag_id)
    select ${db.companyId}::bigint, r.client_id, t.id
    from unnest(${pairs.map((p) => p.clientId)}::bigint[], ${pairs.map((p) => p.name)}::text[]) as r(client_id, name)
    join tag t on t.company_id = ${db.companyId} and lower(t.name) = lower(r.name) on conflict do nothing`.execute(db);
}

export type MadePet = { id: string; clientId: string; petName: string; breed: string; petType: string };

/** Writes new pets; `clientIds` gives the client of each by its reference. */
export async function insertPets(
  db: Db,
  origin: Origin,
  pets: readonly NewPet[],
  clientIdOf: (ref: string) => string,
): Promise<(MadePet & { importKey: string })[]> {
  if (pets.length === 0) return [];
  const rows = pets.map((p) => ({
    clientId: clientIdOf(p.clientRef),
    petName: p.name,
    petType: p.type,
    breed: p.breed,
    secondaryBreed: p.secondaryBreed,
    gender: p.gender,
    fixed: p.fixed,
    birthday: p.birthday,
    weight: p.weight,
    color: p.color,
    coatType: p.coatType,
    licenseNumber: p.licenseNumber,
    licenseIssueDate: p.licenseIssueDate,
    microchipNumber: p.microchipNumber,
    healthIssues: p.healthIssues,
    behavior: p.behavior,
    vetName: p.vetName,
    vetPhoneNumber: p.vetPhoneNumber,
    importKey: p.key,
  }));
  const { rows: made } = await sql<MadePet & { importKey: string }>`
    insert into pet (company_id, client_id, pet_name, pet_type, breed, secondary_breed, gender, fixed, birthday, weight, color, coat_type,
      license_number, license_issue_date, microchip_number, health_issues, behavior, vet_name, vet_phone_number, import_key, import_id)
    select ${db.companyId}::bigint, r.*, ${origin.importId}::bigint from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r("clientId" bigint, "petName" text, "petType" text, breed text, "secondaryBreed" text, gender smallint, fixed boolean, birthday date,
        weight float8, color text, "coatType" text, "licenseNumber" text, "licenseIssueDate" date, "microchipNumber" text, "healthIssues" text,
        behavior text, "vetName" text, "vetPhoneNumber" text, "importKey" text)
    returning id, client_id, pet_name, breed, pet_type, import_key`.execute(db);
  return made;
}

export async function insertNotes(
  db: Db,
  origin: Origin,
  author: string,
  notes: readonly { clientId: string; petId: string; note: string }[],
): Promise<void> {
  if (notes.length === 0) return;
  const rows = notes.map((n) => ({ clientId: n.clientId, petId: n.petId, note: n.note }));
  await sql`insert into note (company_id, client_id, pet_id, note, staff_id, staff_name, last_staff_id, last_staff_name)
    select ${db.companyId}::bigint, r.*, ${origin.staffId}::bigint, ${author}, ${origin.staffId}::bigint, ${author}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r("clientId" bigint, "petId" bigint, note text)`.execute(db);
}

/** What new clients, and new pets of clients that were here, can be found by. */
export async function insertSearch(
  db: Db,
  clients: readonly NewClient[],
  ids: ReadonlyMap<string, string>,
  pets: readonly MadePet[],
): Promise<void> {
  const blank = {
    firstName: "",
    lastName: "",
    email: "",
    phoneNumber: "",
    phoneKey: "",
    ownerUnknown: false,
    inactive: false,
    petNames: [] as string[],
  };
  const own = clients.flatMap((c) => tokensOf({ ...c, inactive: false, petNames: [] }).map((t) => ({ id: ids.get(c.key) ?? "0", ...t })));
  const animals = pets.flatMap((p) => tokensOf({ ...blank, petNames: [p.petName] }).map((t) => ({ id: p.clientId, ...t })));
  await insertTokens(db, [...own, ...animals]);
}

/** One line of the log for each new client and for each new pet of a client that was here. */
export async function logCreated(
  db: Db,
  origin: Origin,
  actor: { name: string; requestId: string },
  entries: readonly { entity: string; id: string; row: number }[],
): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map((e) => ({ entity: e.entity, entityId: e.id, after: { importId: origin.importId, row: e.row } }));
  await sql`insert into change_log (company_id, business_id, entity, entity_id, action, actor_staff_id, actor_name, source, request_id, after)
    select ${db.companyId}::bigint, ${origin.businessId}::bigint, r.entity, r."entityId", 'import', ${origin.staffId}::bigint, ${actor.name}, 'import',
      ${actor.requestId}, r.after
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(entity text, "entityId" bigint, after jsonb)`.execute(db);
}

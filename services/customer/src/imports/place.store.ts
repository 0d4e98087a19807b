import { type Kysely, sql } from "kysely";
import type { DB } from "../db.ts";
import { insertTokens } from "../search/token.store.ts";
import { tokensOf } from "../search/words.ts";
import type { Draft } from "./draft.ts";
import { type Known, keysOf, type NewClient, type NewPet, ownedKey } from "./place.ts";

const pick = (keys: readonly string[], start: string): string[] =>
  keys.filter((k) => k.startsWith(start)).map((k) => k.slice(start.length));

/**
 * Until the transaction ends: an import grows its tables faster than their statistics, so a plan kept from when they were small would read them whole,
 * or by the wrong index. Each batch plans anew, and never a whole table.
 */
export const planForGrowth = (db: Kysely<DB>): Promise<unknown> =>
  sql`select set_config('plan_cache_mode', 'force_custom_plan', true), set_config('enable_seqscan', 'off', true)`.execute(db);

/** What of a batch exists already, in four looks: clients by key, number or address; animals by key or licence; the animals of those clients; and what this pass has seen. */
export async function knownOf(db: Kysely<DB>, drafts: readonly Draft[], importId: string | null): Promise<Known> {
  const keys = [...new Set(drafts.flatMap(keysOf))];
  const known: Known = new Map();
  const clients = await knownClients(db, keys);
  for (const c of clients) {
    const value = [c.id, `${c.first_name} ${c.last_name}`.trim(), c.import_key].join("\t");
    if (c.import_key) known.set(c.import_key, value);
    if (c.phone_key) known.set(`ph:${c.phone_key}`, known.get(`ph:${c.phone_key}`) ?? value);
    if (c.email) known.set(`em:${c.email.toLowerCase()}`, known.get(`em:${c.email.toLowerCase()}`) ?? value);
  }
  for (const [key, value] of await knownPets(db, keys)) known.set(key, value);
  for (const key of await knownOwned(db, [...new Set(clients.map((c) => c.id))])) known.set(key, "");
  if (importId) for (const [key, value] of await seenBefore(db, importId, drafts, keys)) if (!known.has(key)) known.set(key, value);
  return known;
}

type KnownClient = { id: string; first_name: string; last_name: string; import_key: string; phone_key: string; email: string };

async function knownClients(db: Kysely<DB>, keys: readonly string[]): Promise<KnownClient[]> {
  const [own, phones, emails] = [keys.filter((k) => k.startsWith("c:")), pick(keys, "ph:"), pick(keys, "em:")];
  const { rows } = await sql<KnownClient>`
    select id, first_name, last_name, import_key, phone_key, email from client
      where import_key = any(${own}::text[]) and import_key <> '' and deleted_at is null
    union
    select id, first_name, last_name, import_key, phone_key, email from client
      where phone_key = any(${phones}::text[]) and phone_key <> '' and deleted_at is null
    union
    select id, first_name, last_name, import_key, phone_key, email from client
      where email_key = any(${emails}::text[]) and email_key <> '' and deleted_at is null
    order by id`.execute(db);
  return rows;
}

async function knownPets(db: Kysely<DB>, keys: readonly string[]): Promise<[string, string][]> {
  const own = keys.filter((k) => k.startsWith("p:"));
  const licenses = pick(keys, "p:license:");
  const { rows } = await sql<{ key: string; name: string; type: string }>`
    select import_key as key, pet_name as name, pet_type as type from pet
      where import_key = any(${own}::text[]) and import_key <> '' and deleted_at is null
    union all
    select 'p:license:' || license_key, pet_name, pet_type from pet
      where license_key = any(${licenses}::text[]) and license_key <> '' and deleted_at is null`.execute(db);
  return rows.map((row) => [row.key, `${row.name}\t${row.type}`]);
}

async function knownOwned(db: Kysely<DB>, clientIds: readonly string[]): Promise<string[]> {
  if (clientIds.length === 0) return [];
  const rows = await db
    .selectFrom("pet")
    .select(["client_id", "pet_name as name", "pet_type as type"])
    .where("client_id", "=", sql<string>`any(${clientIds}::bigint[])`)
    .where("deleted_at", "is", null)
    .execute();
  return rows.map((row) => ownedKey(row.client_id, row));
}

async function seenBefore(
  db: Kysely<DB>,
  importId: string,
  drafts: readonly Draft[],
  keys: readonly string[],
): Promise<[string, string][]> {
  const look = async (wanted: readonly string[]): Promise<[string, string][]> => {
    const rows = await db
      .selectFrom("import_seen")
      .select(["key", "value"])
      .where("import_id", "=", importId)
      .where("key", "=", sql<string>`any(${wanted}::text[])`)
      .execute();
    return rows.map((row) => [row.key, row.value]);
  };
  const first = await look(keys);
  const refs = [...new Set(first.filter(([key]) => !key.startsWith("p:")).map(([, value]) => value.split("\t")[0] ?? ""))];
  const owned = refs.flatMap((ref) => drafts.flatMap((d) => (d.pet && d.client.key === ref ? [ownedKey(ref, d.pet)] : [])));
  return owned.length > 0 ? [...first, ...(await look(owned))] : first;
}

export async function rememberSeen(db: Kysely<DB>, companyId: string, importId: string, learned: Known): Promise<void> {
  if (learned.size === 0) return;
  await sql`insert into import_seen (company_id, import_id, key, value)
    select ${companyId}, ${importId}, * from unnest(${[...learned.keys()]}::text[], ${[...learned.values()]}::text[])
    on conflict do nothing`.execute(db);
}

export type Origin = { companyId: string; businessId: string; importId: string; staffId: string };

/** Writes new clients with their addresses, notes and tags; answers their ids by key. */
export async function insertClients(db: Kysely<DB>, origin: Origin, clients: readonly NewClient[]): Promise<Map<string, string>> {
  if (clients.length === 0) return new Map();
  const rows = clients.map((c) => ({
    first_name: c.firstName,
    last_name: c.lastName,
    email: c.email,
    phone_number: c.phoneNumber,
    phone_key: c.phoneKey,
    owner_unknown: c.ownerUnknown,
    import_key: c.key,
  }));
  const { rows: made } = await sql<{ id: string; import_key: string }>`
    insert into client (company_id, first_name, last_name, email, phone_number, phone_key, owner_unknown, import_key, import_id, source,
      preferred_business_id, created_by)
    select ${origin.companyId}::bigint, r.*, ${origin.importId}::bigint, 'import', ${origin.businessId}::bigint, ${origin.staffId}::bigint
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(first_name text, last_name text, email text, phone_number text, phone_key text, owner_unknown boolean, import_key text)
    returning id, import_key`.execute(db);
  const ids = new Map(made.map((row) => [row.import_key, row.id]));
  await insertAddresses(db, origin, clients, ids);
  await insertTags(db, origin, clients, ids);
  return ids;
}

async function insertAddresses(
  db: Kysely<DB>,
  origin: Origin,
  clients: readonly NewClient[],
  ids: ReadonlyMap<string, string>,
): Promise<void> {
  const rows = clients.flatMap((c) => (c.address ? [{ client_id: ids.get(c.key), ...c.address }] : []));
  if (rows.length === 0) return;
  await sql`insert into address (company_id, client_id, address1, address2, city, state, zipcode, country, is_primary)
    select ${origin.companyId}::bigint, r.*, true from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(client_id bigint, address1 text, address2 text, city text, state text, zipcode text, country text)`.execute(db);
}

async function insertTags(db: Kysely<DB>, origin: Origin, clients: readonly NewClient[], ids: ReadonlyMap<string, string>): Promise<void> {
  const pairs = clients.flatMap((c) => c.tags.map((name) => ({ client_id: ids.get(c.key) ?? "0", name })));
  if (pairs.length === 0) return;
  const names = [...new Map(pairs.map((p) => [p.name.toLowerCase(), p.name])).values()];
  await sql`insert into tag (company_id, name, sort)
    select ${origin.companyId}::bigint, n, (select coalesce(max(sort), 0) from tag) + o from unnest(${names}::text[]) with ordinality as x(n, o)
    on conflict do nothing`.execute(db);
  await sql`insert into client_tag (company_id, client_id, tag_id)
    select ${origin.companyId}::bigint, r.client_id, t.id
    from unnest(${pairs.map((p) => p.client_id)}::bigint[], ${pairs.map((p) => p.name)}::text[]) as r(client_id, name)
    join tag t on lower(t.name) = lower(r.name) on conflict do nothing`.execute(db);
}

export type MadePet = { id: string; client_id: string; pet_name: string; breed: string; pet_type: string };

/** Writes new pets; `clientIds` gives the client of each by its reference. */
export async function insertPets(
  db: Kysely<DB>,
  origin: Origin,
  pets: readonly NewPet[],
  clientIdOf: (ref: string) => string,
): Promise<(MadePet & { import_key: string })[]> {
  if (pets.length === 0) return [];
  const rows = pets.map((p) => ({
    client_id: clientIdOf(p.clientRef),
    pet_name: p.name,
    pet_type: p.type,
    breed: p.breed,
    secondary_breed: p.secondaryBreed,
    gender: p.gender,
    fixed: p.fixed,
    birthday: p.birthday,
    weight: p.weight,
    color: p.color,
    coat_type: p.coatType,
    license_number: p.licenseNumber,
    license_issue_date: p.licenseIssueDate,
    microchip_number: p.microchipNumber,
    health_issues: p.healthIssues,
    behavior: p.behavior,
    vet_name: p.vetName,
    vet_phone_number: p.vetPhoneNumber,
    import_key: p.key,
  }));
  const { rows: made } = await sql<MadePet & { import_key: string }>`
    insert into pet (company_id, client_id, pet_name, pet_type, breed, secondary_breed, gender, fixed, birthday, weight, color, coat_type,
      license_number, license_issue_date, microchip_number, health_issues, behavior, vet_name, vet_phone_number, import_key, import_id)
    select ${origin.companyId}::bigint, r.*, ${origin.importId}::bigint from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(client_id bigint, pet_name text, pet_type text, breed text, secondary_breed text, gender smallint, fixed boolean, birthday date,
        weight float8, color text, coat_type text, license_number text, license_issue_date date, microchip_number text, health_issues text,
        behavior text, vet_name text, vet_phone_number text, import_key text)
    returning id, client_id, pet_name, breed, pet_type, import_key`.execute(db);
  return made;
}

export async function insertNotes(
  db: Kysely<DB>,
  origin: Origin,
  author: string,
  notes: readonly { clientId: string; petId: string; note: string }[],
): Promise<void> {
  if (notes.length === 0) return;
  const rows = notes.map((n) => ({ client_id: n.clientId, pet_id: n.petId, note: n.note }));
  await sql`insert into note (company_id, client_id, pet_id, note, staff_id, staff_name, last_staff_id, last_staff_name)
    select ${origin.companyId}::bigint, r.*, ${origin.staffId}::bigint, ${author}, ${origin.staffId}::bigint, ${author}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(client_id bigint, pet_id bigint, note text)`.execute(db);
}

/** What new clients, and new pets of clients that were here, can be found by. */
export async function insertSearch(
  db: Kysely<DB>,
  origin: Origin,
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
  const animals = pets.flatMap((p) => tokensOf({ ...blank, petNames: [p.pet_name] }).map((t) => ({ id: p.client_id, ...t })));
  await insertTokens(db, origin.companyId, [...own, ...animals]);
}

/** One line of the log for each new client and for each new pet of a client that was here. */
export async function logCreated(
  db: Kysely<DB>,
  origin: Origin,
  actor: { name: string; requestId: string },
  entries: readonly { entity: string; id: string; row: number }[],
): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map((e) => ({ entity: e.entity, entity_id: e.id, after: { import_id: origin.importId, row: e.row } }));
  await sql`insert into change_log (company_id, business_id, entity, entity_id, action, actor_staff_id, actor_name, source, request_id, after)
    select ${origin.companyId}::bigint, ${origin.businessId}::bigint, r.entity, r.entity_id, 'import', ${origin.staffId}::bigint, ${actor.name}, 'import',
      ${actor.requestId}, r.after
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(entity text, entity_id bigint, after jsonb)`.execute(db);
}

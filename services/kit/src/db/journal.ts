import { randomUUID } from "node:crypto";
import { type Topic, topics } from "@leashline/proto/topics.gen.ts";
import type { Ctx } from "../context.ts";
import type { ChangeEntry, Notice } from "./access.ts";
import { type Statement, statement } from "./wire.ts";

// What a transaction tells others: events, lines of the change log and notices to browsers. However many there are, each kind is one statement.

export type Written = { key: string; type: string; payload: Buffer; actor: string };
export type Entry = { ctx: Ctx; entry: ChangeEntry };

const insertEvents = `insert into outbox (company_id, aggregate, type, payload, actor)
  select $1, aggregate, type, payload, actor from unnest($2::text[], $3::text[], $4::bytea[], $5::jsonb[]) with ordinality
    as e (aggregate, type, payload, actor, nth) order by nth`;
const insertChanges = `insert into change_log
    (company_id, business_id, entity, entity_id, action, actor_account_id, actor_staff_id, actor_name, source, request_id, note, before, after)
  select $1, business_id, entity, entity_id, action, actor_account_id, actor_staff_id, actor_name, source, request_id, note, before, after
  from unnest($2::bigint[], $3::text[], $4::bigint[], $5::text[], $6::bigint[], $7::bigint[], $8::text[], $9::text[], $10::text[], $11::text[], $12::jsonb[], $13::jsonb[])
    with ordinality as c (business_id, entity, entity_id, action, actor_account_id, actor_staff_id, actor_name, source, request_id, note, before, after, nth)
  order by nth`;

/** In the order in which they were written, which is the order of their ids. */
export function eventsOf(companyId: string, events: readonly Written[]): Statement[] {
  if (events.length === 0) return [];
  const column = <K extends keyof Written>(name: K) => events.map((event) => event[name]);
  return [statement(insertEvents, [companyId, column("key"), column("type"), column("payload"), column("actor")])];
}

export function changesOf(companyId: string, changes: readonly Entry[]): Statement[] {
  if (changes.length === 0) return [];
  const rows = changes.map(rowOf);
  const columns = rows[0]?.map((_, nth) => rows.map((row) => row[nth])) ?? [];
  return [statement(insertChanges, [companyId, ...columns])];
}

function rowOf({ ctx, entry }: Entry): (string | null)[] {
  const { entity, id, action, before, after, note, businessId, actorName } = entry;
  const { caller, requestId } = ctx;
  const who = [caller.accountId, caller.staffId, actorName ?? caller.name, caller.kind];
  return [businessId ?? ctx.businessId, entity, id, action, ...who, requestId, note ?? "", json(before), json(after)];
}

const json = (value: unknown): string | null =>
  value === undefined ? null : JSON.stringify(value, (_, v) => (typeof v === "bigint" ? v.toString() : v));

export function notice(ctx: Ctx, topic: Topic, about: Notice): void {
  const { company } = topics[topic];
  const businessId = about.businessId ?? (company ? "0" : ctx.businessId);
  ctx.runtime.push(ctx.companyId, company ? "0" : businessId, { id: randomUUID(), topic, ...about, businessId });
}

// A key's rows, one for each step, stand beside each other: a row of another call under it, whatever step that wrote, leaves nothing to claim. The span is
// for the index; a database that sorts signs in another way may put other keys there, so the beginning is compared too.
export const claimKey = `insert into idempotency (company_id, key, method, fingerprint) select $1::bigint, $2::text, $3::text, $4::bytea where not exists (
    select 1 from idempotency other where other.company_id = $1 and other.key >= $5 || '|' and other.key < $5 || '}'
      and starts_with(other.key, $5 || '|') and position('|' in substr(other.key, length($5) + 2)) = 0 and (other.method <> $3 or other.fingerprint <> $4)
  ) on conflict do nothing`;
export const storedAnswer = `select method, fingerprint, response from idempotency where company_id = $1 and key = $2`;
export const storeAnswer = `update idempotency set response = $3 where company_id = $1 and key = $2`;

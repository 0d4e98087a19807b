import type { Caller } from "@leashline/kit/context.ts";
import { levelOf } from "@leashline/kit/permissions/permissions.ts";
import { ScopeLevel } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { type TopicRule, topics } from "@leashline/proto/topics.gen.ts";

/** What decides what a session may be told. */
export type Rights = Pick<Caller, "permissions" | "staffId">;

/** What a notice may say of what changed; whatever else a service put into it stays here. */
export interface Notice {
  topic: keyof typeof topics;
  id: string;
  ids: string[];
  body: Record<string, unknown>;
}

const parts = ["businessId", "ids", "dates", "over", "tell"];

/** null for a topic that the contract does not declare: nobody can say who may hear of it. */
export function noticeOf(notice: Record<string, unknown>): Notice | null {
  const { topic, id, ids } = notice;
  if (typeof topic !== "string" || !Object.hasOwn(topics, topic)) return null;
  const body = Object.fromEntries(Object.entries(notice).filter(([name]) => parts.includes(name)));
  return { topic: topic as Notice["topic"], id: String(id ?? ""), ids: Array.isArray(ids) ? ids.map(String) : [], body };
}

/** Whoever could read what a notice is about hears it. */
export function mayReceive({ permissions, staffId }: Rights, { topic, ids }: Notice): boolean {
  const { anyOf, staffScopes }: TopicRule = topics[topic];
  if (permissions === "all") return true;
  if (anyOf.length > 0 && !anyOf.some((one) => permissions.includes(one))) return false;
  const beyondOwn = staffScopes.length === 0 || staffScopes.some((kind) => levelOf(permissions, kind) > ScopeLevel.OWN);
  return beyondOwn || ids.every((one) => one === staffId);
}

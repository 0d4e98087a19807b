import type { ContractMethod } from "@leashline/proto/descriptors/contract.ts";
import type { HttpRoute } from "@leashline/proto/descriptors/http-rule.ts";
import { type Answer, type Credential, callRest, parsed, type Sent } from "./call.ts";
import type { World } from "./company.ts";
import type { Promised } from "./expected.ts";
import type { Json, Known } from "./request.ts";
import { keeps, requestFor } from "./walk.ts";

/** A request of the REST face from a request of the RPC: path, query and body as the route declares. */
export function restRequest({ verb, template, body }: HttpRoute, request: { [name: string]: Json }): Sent {
  const rest = { ...request };
  const path = template.replace(/\{([^}=]+)[^}]*\}/g, (_, name: string) => {
    const json = jsonName(name);
    const value = rest[json];
    delete rest[json];
    return encodeURIComponent(String(value ?? ""));
  });
  if (body === "*") return { method: verb, path: `/api${path}`, body: JSON.stringify(rest) };
  const own = body === "" ? undefined : rest[jsonName(body)];
  if (body !== "") delete rest[jsonName(body)];
  const query = new URLSearchParams(flat(rest)).toString();
  const sent = { method: verb, path: `/api${path}${query === "" ? "" : `?${query}`}` };
  return own === undefined ? sent : { ...sent, body: JSON.stringify(own) };
}

const jsonName = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

function flat(value: { [name: string]: Json }, under = ""): [string, string][] {
  return Object.entries(value).flatMap(([name, each]): [string, string][] => {
    if (Array.isArray(each)) return [[under + name, each.some((item) => typeof item === "object") ? JSON.stringify(each) : each.join(",")]];
    return typeof each === "object" && each !== null ? flat(each, `${under}${name}.`) : [[under + name, String(each)]];
  });
}

export async function askRest(world: World, method: ContractMethod, route: HttpRoute, known: Known, as: Credential): Promise<Answer> {
  return await callRest(world.url, restRequest(route, requestFor(world, method, known, true)), as);
}

/** Whether the REST face keeps what the contract promised, in the legacy way: 401 for no session, every other refusal inside the envelope. */
export function keepsRest(answer: Answer, expected: Promised, mayNarrow: boolean): boolean {
  const envelope = parsed(answer.text) as object | undefined;
  const enveloped = envelope !== undefined && Object.keys(envelope).sort().join() === "code,data,message";
  if (!enveloped || !answer.type.startsWith("application/json")) return false;
  if (expected === 401) return answer.status === 401 && answer.code === 401;
  if (expected !== "in" && expected !== "unknown") return answer.status === 200 && answer.code === expected;
  return keeps(answer, expected, mayNarrow) && answer.status !== 401;
}

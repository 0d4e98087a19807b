import type { Message } from "@bufbuild/protobuf";
import { ReachService } from "@leashline/proto/leashline/customer/v1/reach_service_pb.js";
import { Resource } from "@leashline/proto/leashline/options/v1/access_pb.js";
import { ownerOf } from "../config.ts";
import { type Caller, type Ctx, ScopeKind } from "../context.ts";
import { fail } from "../errors.ts";
import { fieldOf, idsAt, isList, keepAt, type Place } from "../permissions/named.ts";
import { askReached, type Belongs, clientReach, missing, type WhoseTable } from "../permissions/reach.ts";
import type { Endpoint, RpcGroup } from "./implement.ts";

/** This service says of each id in a list what is wrong with it, in the statement that reads them. */
const knowsClients = ownerOf(ReachService.typeName);

type Named = Place & { ids: string[] };
/** Whom the things belong to that a request names, by kind and id. */
type Found = Map<Resource, Map<string, Belongs>>;

/**
 * Refuses what the caller does not reach as if it did not exist, before the handler sees the request; a list loses those ids. Nothing is asked for callers
 * who reach all, nor for our own services, who have let the caller in already; otherwise the store of this service and, once, the one that knows clients.
 * Locations are those that the RPC lets the caller name, clients those that the caller as such (`asker`) reaches. Where another scope than that for clients
 * governs, such as the one for messages, the handler knows what is somebody's own; only locations are held here.
 */
export async function holdReach(
  { access, places }: Pick<Endpoint, "access" | "places">,
  message: Message,
  ctx: Ctx,
  asker: Ctx = ctx,
): Promise<void> {
  const { caller } = asker;
  if (places.length === 0 || caller.via !== "" || caller.companyId === "0") return;
  const scope = access.scope || ScopeKind.CLIENTS;
  const reach = clientReach(caller, scope).kind;
  if (reach === "all" || (reach === "own" && scope !== ScopeKind.CLIENTS)) return;
  const held = ctx.runtime.name === knowsClients ? places.filter((place) => !isList(place)) : places;
  const named = held.map((place): Named => ({ ...place, ids: idsAt(message, place) })).filter(({ ids }) => ids.length > 0);
  if (named.length === 0) return;
  const found = await whoseThings(ctx, named);
  const owned = await askReached(asker, { ...askedOf(named, found), scope });
  const reaches = (resource: Resource, id: string) => isReached(ctx.caller, { resource, id }, found, owned);
  for (const place of named) {
    if (place.ids.every((id) => reaches(place.resource, id))) continue;
    if (!isList(place)) throw fail(missing(place.resource), { field: fieldOf(place) });
    keepAt(message, place, (id) => id === "0" || reaches(place.resource, id));
  }
}

const idsOf = (named: readonly Named[], resource: Resource): string[] => [
  ...new Set(named.flatMap((one) => (one.resource === resource ? one.ids : []))),
];

async function whoseThings(ctx: Ctx, named: readonly Named[]): Promise<Found> {
  const kinds = [...new Set(named.map(({ resource }) => resource))].filter((kind) => kind !== Resource.CLIENT && kind !== Resource.PET);
  const found = kinds.map(async (kind) => {
    const whose = ctx.runtime.whose[kind];
    if (!whose) throw new Error(`${ctx.runtime.name} does not say whose ${Resource[kind]} is.`);
    return [kind, await whose(ctx, idsOf(named, kind))] as const;
  });
  return new Map(await Promise.all(found));
}

function askedOf(named: readonly Named[], found: Found): { customerIds: string[]; petIds: string[] } {
  const owners = [...found.values()].flatMap((things) => [...things.values()].map(({ clientId }) => clientId));
  const customerIds = [...new Set([...idsOf(named, Resource.CLIENT), ...owners])].filter((id) => id !== "0");
  return { customerIds, petIds: idsOf(named, Resource.PET) };
}

type Reached = Awaited<ReturnType<typeof askReached>>;

function isReached(
  caller: Caller,
  { resource, id }: { resource: Resource; id: string },
  found: Found,
  { clients, pets }: Reached,
): boolean {
  if (resource === Resource.CLIENT) return clients.has(id);
  if (resource === Resource.PET) return pets.has(id);
  const thing = found.get(resource)?.get(id);
  if (!thing || (thing.businessId !== undefined && !caller.businessIds.includes(thing.businessId))) return false;
  const isOnIt = caller.staffId !== "0" && thing.staffIds?.includes(caller.staffId);
  return thing.clientId === "0" || clients.has(thing.clientId) || isOnIt === true;
}

/** A kind of thing that requests name needs somebody who says whose it is: without, the service does not start. */
export function mustSayWhose(groups: readonly RpcGroup[], whose: WhoseTable = {}): void {
  for (const { endpoints } of groups)
    for (const { path, places } of endpoints) {
      const open = places.find(({ resource }) => resource !== Resource.CLIENT && resource !== Resource.PET && !whose[resource]);
      if (open) throw new Error(`${path} names ${Resource[open.resource]}, and the service does not say whose that is.`);
    }
}

import { ReachService } from "@leashline/proto/leashline/customer/v1/reach_service_pb.js";
import { Resource } from "@leashline/proto/leashline/options/v1/access_pb.js";
import { ScopeKind, ScopeLevel } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { type Caller, type Ctx, ownStaffId } from "../context.ts";
import { fail } from "../errors.ts";
import { levelOf } from "./permissions.ts";

/** Which clients somebody reaches (core §6): all of the company's, those of some locations, or those they look after. */
export type ClientReach = { kind: "all" } | { kind: "locations"; businessIds: string[] } | { kind: "own"; staffId: string };

/**
 * The caller's own reach, whichever service the call comes through; a service at work by itself reaches all. A key goes no further than its businesses: only
 * one that was made for all of them reaches all clients. Another scope than that for clients may govern, such as the one for messages; of those only the
 * highest level is about places.
 */
export function clientReach(caller: Caller, scope: ScopeKind = ScopeKind.CLIENTS): ClientReach {
  if (caller.kind === "service" || caller.permissions === "all") return { kind: "all" };
  const level = levelOf(caller.permissions, scope);
  const placed = scope === ScopeKind.MESSAGES ? ScopeLevel.ALL_LOCATIONS : ScopeLevel.WORKING_LOCATIONS;
  if (level < placed) return { kind: "own", staffId: ownStaffId({ caller }) };
  const bounded = caller.kind === "apiKey" && caller.companyBusinessIds.length === 0;
  if (level === ScopeLevel.ALL_LOCATIONS && !bounded) return { kind: "all" };
  return { kind: "locations", businessIds: caller.businessIds };
}

/** Of these clients those whom the caller reaches. Asks nobody for callers who reach all. */
export async function reachedClients(ctx: Ctx, customerIds: readonly string[]): Promise<Set<string>> {
  const asked = [...new Set(customerIds)].filter((id) => id !== "0");
  if (asked.length === 0 || reachesAll(ctx)) return new Set(asked);
  return (await askReached(ctx, { customerIds: asked })).clients;
}

/** Refuses a client out of reach as one that does not exist. */
export async function mustReachClients(ctx: Ctx, customerIds: readonly string[], field = "customerId"): Promise<void> {
  const reached = await reachedClients(ctx, customerIds);
  if (customerIds.some((id) => id !== "0" && !reached.has(id))) throw fail("CUSTOMER_NOT_FOUND", { field });
}

/** Refuses a client who is out of reach, deleted or was never there: for what must not be kept for nobody. */
export async function mustHaveClients(ctx: Ctx, customerIds: readonly string[], field = "customerId"): Promise<void> {
  const { clients } = await askReached(ctx, { customerIds: [...customerIds], standing: true });
  if (customerIds.some((id) => !clients.has(id))) throw fail("CUSTOMER_NOT_FOUND", { field });
}

const reachesAll = ({ caller }: Ctx): boolean => caller.via !== "" || clientReach(caller).kind === "all";

/** Whether the caller works at a business; our own services work at every one. */
export const reachesBusiness = ({ caller }: Pick<Ctx, "caller">, businessId: string): boolean =>
  caller.via !== "" || caller.businessIds.includes(businessId);

/** The businesses a list is about: the one it names, else every one the caller reaches; null for all of the company. */
export function businessesOf({ caller }: Pick<Ctx, "caller">, named: string): readonly string[] | null {
  if (named !== "0") return [named];
  return caller.via === "" ? caller.businessIds : null;
}

/** Who a client is now, who may have been merged into another one; refuses one who is deleted or was never there. */
export async function standingClient(ctx: Ctx, customerId: string): Promise<string> {
  const { clients } = await askReached(ctx, { customerIds: [customerId], standing: true, asTheyAreNow: true });
  const [now] = clients;
  if (now === undefined) throw fail("CUSTOMER_NOT_FOUND", { field: "customerId" });
  return now;
}

/** Whom a thing belongs to. */
export type Belongs = {
  /** "0" when it is no client's. */
  clientId: string;
  /** The location it is at; left out when it is of none. */
  businessId?: string;
  /** Staff who have to do with it, and therefore reach it. */
  staffIds?: readonly string[];
};
/** Whom things of one kind belong to, by id; what does not exist is left out. */
export type Whose = (ctx: Ctx, ids: readonly string[]) => Promise<Map<string, Belongs>>;
/** How a service finds out whom the things belong to that its requests name. */
export type WhoseTable = Partial<Record<Resource, Whose>>;

type Asked = { customerIds: string[]; petIds?: string[]; standing?: boolean; asTheyAreNow?: boolean; scope?: ScopeKind };
export async function askReached(ctx: Ctx, asked: Asked): Promise<{ clients: Set<string>; pets: Set<string> }> {
  if (asked.customerIds.length === 0 && !asked.petIds?.length) return { clients: new Set(), pets: new Set() };
  const { customerIds, petIds } = await ctx.client(ReachService).listReached(asked);
  return { clients: new Set(customerIds), pets: new Set(petIds) };
}

/** What is answered for a thing that is out of reach, as for one that is not there. */
export const missing = (resource: Resource): "CUSTOMER_NOT_FOUND" | "PET_NOT_FOUND" | "APPOINTMENT_NOT_FOUND" | "NOT_FOUND" => {
  if (resource === Resource.CLIENT) return "CUSTOMER_NOT_FOUND";
  if (resource === Resource.PET) return "PET_NOT_FOUND";
  return resource === Resource.APPOINTMENT ? "APPOINTMENT_NOT_FOUND" : "NOT_FOUND";
};

/** Rows of a statement as an answer to whose they are. */
export const belongings = (rows: readonly ({ id: string } & Belongs)[]): Map<string, Belongs> =>
  new Map(rows.map(({ id, ...whose }) => [id, whose]));

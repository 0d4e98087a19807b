import type { ContractMethod } from "@leashline/proto/descriptors/contract.ts";
import { ErrorCode } from "@leashline/proto/leashline/options/v1/errors_pb.js";
import { type Answer, callRpc } from "./call.ts";
import type { Walker } from "./callers.ts";
import { signIn, type World } from "./company.ts";
import { type Promised, promised } from "./expected.ts";
import { ownId } from "./own-id.ts";
import { type Known, wellFormed } from "./request.ts";

/** One call of the matrix that did not go as the contract says. */
export interface Difference {
  rpc: string;
  who: string;
  expected: Promised;
  got: string;
}

export const shortName = ({ path }: ContractMethod): string => path.split(".").at(-1) ?? path;
export const requestFor = (world: World, method: ContractMethod, known: Known, rest = false) =>
  wellFormed(method.desc.input, { known: namesIn(method, known), turn: ++world.turn, own: ownId(method), rest });

/** What an id is in one call that is something else in others: the walk among appointments, the service by the day among those of stays. */
const inCall: Record<string, Record<string, string>> = {
  GetWalk: { appointment_id: "walk_id" },
  GetDaycareDays: { stay_service_id: "daycare_service_id" },
};

/** A preview's lines have no ids: what elsewhere names a stored line counts them from 1 there. */
const namesIn = ({ desc }: ContractMethod, known: Known): Known => {
  if (desc.name === "PreviewOrder")
    return new Proxy(known, { get: (ids, name: string) => (name === "order_line_item_id" ? "1" : ids[name]) });
  const others = Object.entries(inCall[desc.name] ?? {});
  return others.length === 0 ? known : { ...known, ...Object.fromEntries(others.map(([name, here]) => [name, known[here] ?? ""])) };
};

/** What ends something somebody else of the walk still needs comes last. */
const destructive =
  /^(Delete|Erase|BulkDelete|Remove|Revoke|Unlink|Cancel|Disable|Stop|RollBack|SetClientsInactive|RejectBooking|Decline|MoveBookingRequest)/;
export const order = (method: ContractMethod): number => (method.read ? 0 : destructive.test(method.desc.name) ? 2 : 1);

/** Calls that end the session they are made with, or move it elsewhere: made with one of their own. */
const spendsSession = /^(Logout|SignOutEverywhere|RevokeSession|ChangePassword|Switch\w+|AcceptInviteCode|CreateCompany|JoinEnterprise)$/;

export async function asFresh(world: World, method: ContractMethod, walker: Walker): Promise<Walker> {
  if (!walker.email || !spendsSession.test(method.desc.name)) return walker;
  return { ...walker, token: await signIn(world, walker.email) };
}

/** Whether an answer keeps what was promised. A handler may still refuse by what the request names, never by who asks without saying why. */
export function keeps(answer: Pick<Answer, "status" | "code">, expected: Promised, mayNarrow: boolean): boolean {
  if (answer.status >= 500) return false;
  if (expected === "unknown") return answer.status === 404;
  if (expected !== "in") return answer.code === expected;
  return mayNarrow || (answer.code !== ErrorCode.NO_AUTH && answer.code !== ErrorCode.NO_PERMISSION);
}

export async function walk(
  world: World,
  method: ContractMethod,
  walker: Walker,
  known: Known,
  mayNarrow: boolean,
): Promise<Difference | undefined> {
  const expected = promised(method, walker);
  const caller = expected === "in" ? await asFresh(world, method, walker) : walker;
  const answer = await callRpc(world.url, method.path, requestFor(world, method, known), caller);
  if (keeps(answer, expected, mayNarrow)) return undefined;
  return { rpc: shortName(method), who: walker.name, expected, got: `${answer.status} ${answer.code} ${answer.text.slice(0, 200)}` };
}

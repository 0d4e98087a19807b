import type { ContractMethod } from "@leashline/proto/descriptors/contract.ts";
import { type Answer, callRpc } from "./call.ts";
import type { Company, World } from "./company.ts";
import { requestFor, shortName } from "./walk.ts";

/** An id that nothing has. */
export const nowhere = "987654321";

/** Words that a browser makes up for itself: of a shape that `nowhere` has not, and looked for in the caller's company alone. */
const ownWords = new Set(["booking_flow_id"]);

/** Names of known ids that a well-formed request of this RPC uses. */
export function idsUsed(world: World, method: ContractMethod, company: Company): string[] {
  const used = new Set<string>();
  const known = new Proxy(company.known, {
    get: (ids, name: string) => {
      if (name in ids && !ownWords.has(name) && (name.endsWith("_id") || name === "token")) used.add(name);
      return ids[name];
    },
  });
  requestFor(world, method, known);
  return [...used];
}

/** An answer without what two equal ones may differ in: the id asked for, names made for the call, and times that other calls take meanwhile. */
function plain({ status, text }: Answer, id: string, mark: string): string {
  const readable = text
    .replaceAll(/"value":"[^"]*",?/g, "")
    .replaceAll(/"nextFree":\[[^\]]*\],?/g, "")
    .replaceAll(new RegExp(`(walk[ a-z-]*|token-|${mark}[ a-z]*)\\d+`, "gi"), "walk");
  return `${status} ${readable.replaceAll(new RegExp(`(?<![0-9])(${id}|${nowhere})(?![0-9])`, "g"), "#")}`;
}

const rounds = 4;

/**
 * The answer to somebody else's id, and how it differs from that to a missing one. What calls leave behind, this one's or others' meanwhile, may
 * change the next answer, so a missing id is asked for before and after; a difference that stands between the ids comes back in every round.
 */
async function besideMissing(method: ContractMethod, id: string, mark: string, ask: (value: string) => Promise<Answer>) {
  for (let round = 1; ; round++) {
    const before = await ask(nowhere);
    const foreign = await ask(id);
    const after = await ask(nowhere);
    const alike = (one: Answer) =>
      one.status === foreign.status && ((foreign.status === 200 && !method.read) || plain(one, id, mark) === plain(foreign, id, mark));
    if (alike(before) || alike(after)) return { foreign, difference: "" };
    if (round === rounds) return { foreign, difference: `${plain(foreign, id, mark)} but ${plain(before, id, mark)}` };
  }
}

/**
 * The owner of one company uses an id of another, one field at a time, beside an id that does not exist. What comes back, described, when the
 * two can be told apart or the other company's mark shows.
 */
export async function tellsApart(world: World, method: ContractMethod, mine: Company, theirs: Company): Promise<string[]> {
  const found: string[] = [];
  for (const name of idsUsed(world, method, mine)) {
    const id = theirs.known[name] ?? "";
    if (id === mine.known[name] || id === "") continue;
    const ask = (value: string) => callRpc(world.url, method.path, requestFor(world, method, { ...mine.known, [name]: value }), mine.owner);
    const { foreign, difference } = await besideMissing(method, id, mine.mark, ask);
    if (difference) found.push(`${shortName(method)} by ${name}: ${difference}`);
    if (foreign.text.includes(theirs.mark)) found.push(`${shortName(method)} by ${name} shows ${foreign.text}`);
    if (foreign.status >= 500) found.push(`${shortName(method)} by ${name}: ${foreign.text}`);
  }
  return found;
}

import type { ContractMethod } from "@leashline/proto/descriptors/contract.ts";
import { callRpc } from "./call.ts";
import type { Company, World } from "./company.ts";
import { idsUsed, nowhere } from "./strangers.ts";
import { requestFor, shortName } from "./walk.ts";

// Whether an id of another company is answered in another time than an id that nothing has.

// Whatever else the machine does only ever adds to a time, so the least of a few says most.
const perTurn = 3;

/** Wald's sequential test of "the one takes longer in half of all turns" against "in this many": most ids are settled in a dozen turns. */
const suspicious = 0.85;
const perLonger = Math.log(suspicious / 0.5);
const perShorter = Math.log((1 - suspicious) / 0.5);
/** A difference is missed once in fifty times, and seen where there is none once in a million. */
const cleared = Math.log(1 / 50);
const told = Math.log(1_000_000);
const mostTurns = 300;

/** By which two are told apart: 1 when the first took longer, 0 when it was the other, 0.5 when neither. */
async function compared(one: () => Promise<number>, other: () => Promise<number>, turn: number): Promise<number> {
  const least = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY] as [number, number];
  for (let n = 0; n < 2 * perTurn; n++) {
    const which = ((n + turn) % 2) as 0 | 1;
    least[which] = Math.min(least[which], await (which === 0 ? one() : other()));
  }
  return least[0] > least[1] ? 1 : least[0] === least[1] ? 0.5 : 0;
}

/**
 * In how many of all turns the one took longer than the other, or null when they cannot be told apart. They are asked for alternately, and who begins
 * changes, so that what comes and goes meanwhile falls on both.
 */
export async function toldApart(one: () => Promise<number>, other: () => Promise<number>): Promise<number | null> {
  let [longer, forLonger, forShorter] = [0, 0, 0];
  for (let turn = 0; turn < mostTurns; turn++) {
    const share = await compared(one, other, turn);
    longer += share;
    forLonger += share * perLonger + (1 - share) * perShorter;
    forShorter += (1 - share) * perLonger + share * perShorter;
    if (forLonger < cleared && forShorter < cleared) return null;
    if (forLonger > told || forShorter > told) return longer / (turn + 1);
  }
  return null;
}

/** The ids by which an RPC's time tells another company's from a missing one. */
export async function tellsByTime(world: World, method: ContractMethod, mine: Company, theirs: Company): Promise<string[]> {
  const found: string[] = [];
  for (const name of idsUsed(world, method, mine)) {
    const id = theirs.known[name] ?? "";
    if (id === mine.known[name] || id === "") continue;
    const request = (value: string) => requestFor(world, method, { ...mine.known, [name]: value });
    const ask = async (value: string): Promise<number> => {
      const body = request(value);
      const began = performance.now();
      await callRpc(world.url, method.path, body, mine.owner);
      return performance.now() - began;
    };
    await ask(nowhere);
    const share = await toldApart(
      () => ask(id),
      () => ask(nowhere),
    );
    if (share !== null)
      found.push(`${shortName(method)} by ${name}: another company's takes longer in ${Math.round(100 * share)} % of turns`);
  }
  return found;
}

import type { ContractMethod } from "@leashline/proto/descriptors/contract.ts";
import { callRpc } from "./call.ts";
import type { Company, World } from "./company.ts";
import { idsUsed, nowhere } from "./strangers.ts";
import { requestFor, shortName } from "./walk.ts";

// Whether an id of another company is answered in another time than an id that nothing has.

type Ask = (id: string) => Promise<number>;

// Whatever else the machine does only ever adds to a time, so the least of a few says most.
const perTurn = 3;

/**
 * In how many of all turns the one took longer than the other: 0.5 when nothing tells them apart. They are asked for alternately, and who begins changes, so
 * that what comes and goes meanwhile falls on both.
 */
export async function longerShare(one: () => Promise<number>, other: () => Promise<number>, turns: number): Promise<number> {
  let longer = 0;
  for (let turn = 0; turn < turns; turn++) {
    const least = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY] as [number, number];
    for (let n = 0; n < 2 * perTurn; n++) {
      const which = ((n + turn) % 2) as 0 | 1;
      least[which] = Math.min(least[which], await (which === 0 ? one() : other()));
    }
    longer += least[0] > least[1] ? 1 : least[0] === least[1] ? 0.5 : 0;
  }
  return longer / turns;
}

// A few turns find the suspects, chance some of several hundred ids among them; a suspect is asked again and again, until chance would have to be five
// standard deviations off.
const sieves = [
  { turns: 12, by: 0.16 },
  { turns: 40, by: 0.14 },
  { turns: 160, by: 0.2 },
];

/** The share by which an id's times differ from a missing one's, or null when they cannot be told apart. */
async function toldApart(ask: Ask, foreign: string): Promise<number | null> {
  let share = 0.5;
  for (const { turns, by } of sieves) {
    share = await longerShare(
      () => ask(foreign),
      () => ask(nowhere),
      turns,
    );
    if (Math.abs(share - 0.5) <= by) return null;
  }
  return share;
}

/** The ids by which an RPC's time tells another company's from a missing one. */
export async function tellsByTime(world: World, method: ContractMethod, mine: Company, theirs: Company): Promise<string[]> {
  const found: string[] = [];
  for (const name of idsUsed(world, method, mine)) {
    const id = theirs.known[name] ?? "";
    if (id === mine.known[name] || id === "") continue;
    const request = (value: string) => requestFor(world, method, { ...mine.known, [name]: value });
    const ask: Ask = async (value) => {
      const body = request(value);
      const began = performance.now();
      await callRpc(world.url, method.path, body, mine.owner);
      return performance.now() - began;
    };
    await ask(nowhere);
    const share = await toldApart(ask, id);
    if (share !== null)
      found.push(`${shortName(method)} by ${name}: another company's takes longer in ${Math.round(100 * share)} % of turns`);
  }
  return found;
}

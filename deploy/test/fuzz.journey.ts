import { type Contract, loadContract } from "@leashline/proto/descriptors/contract.ts";
import { beforeAll, expect, test } from "vitest";
import { withHands } from "../seed/api.ts";
import { callRpc, send } from "./access/call.ts";
import { type Company, make, openCompany, signIn, type World } from "./access/company.ts";
import { type App, unlimitedApp } from "./app.ts";
import { faultIn } from "./fuzz/judge.ts";
import { type Fuzzer, fuzzed } from "./fuzz/request.ts";

// Nonsense by the thousand against every RPC and REST path, from two companies side by side and from nobody.

const calls = Number(process.env.LEASHLINE_FUZZ_CALLS ?? 5_000);
/** The same requests at each run, so that what is green stays green; `random` for others. */
const seed = process.env.LEASHLINE_FUZZ_SEED === "random" ? Math.floor(Math.random() * 1e9) : Number(process.env.LEASHLINE_FUZZ_SEED ?? 1);
/** Only this one call of the seed, to repeat a failure. */
const only = process.env.LEASHLINE_FUZZ_ONLY;
/** No more are sent after so many seconds, however many were asked for. */
const seconds = Number(process.env.LEASHLINE_FUZZ_SECONDS ?? 1_200);
const hands = 12;
const boundMs = 20_000;
const betweenLooks = 500;

let app: Omit<App, "stop">;
let world: World;
let contract: Contract;
let companies: Company[];
let fuzzers: Fuzzer[];

beforeAll(async () => {
  app = await unlimitedApp();
  contract = loadContract();
  world = { url: app.url, contract, turn: 0 };
  companies = [await openCompany(world, "fuzzmark"), await openCompany(world, "briarmark")];
  fuzzers = (await Promise.all(companies.map(fuzzersOf))).flat();
});

/** The owner, and an integrator with every permission. */
async function fuzzersOf(company: Company): Promise<Fuzzer[]> {
  const permissions = contract
    .enumeration("leashline.options.v1.Permission")
    .values.map((value) => value.number)
    .filter((id) => id > 0);
  const key = (await make(world, company.owner, "account.v1.ApiKeyService/CreateApiKey", { name: "fuzz", permissions })) as {
    secret: string;
  };
  const { companyId, businessId = "" } = company.owner;
  const owner = { as: company.owner, company };
  return [owner, owner, { as: { token: key.secret, companyId: companyId ?? "", businessId }, company }, { as: {}, company: null }];
}

/**
 * Nonsense may well have ended a session: whoever is out signs in again, so that most calls come from inside. Nonsense may also have used up the
 * tries to sign in; then the company goes on with its key.
 */
async function signInAgain(): Promise<void> {
  for (const [at, { as, company }] of fuzzers.entries()) {
    if (!company || as.token?.startsWith("llk_")) continue;
    const alive = await callRpc(world.url, "/leashline.account.v1.SessionService/GetSessionInfo", {}, as);
    if (alive.status === 200) continue;
    const key = fuzzers.find((other) => other.company === company && other.as.token?.startsWith("llk_"));
    const token = await signIn(world, company.owner.email).catch(() => key?.as.token ?? "");
    fuzzers[at] = { company, as: { ...as, token } };
  }
}

test(`${calls} spoilt requests, seed ${seed}: no fault of ours, no hang, nothing from inside, nothing of the neighbour's`, async () => {
  const faults: string[] = [];
  const statuses = new Map<number, number>();
  const begun = performance.now();
  const one = async (number: number) => {
    const made = fuzzed(contract, fuzzers, companies, seed, number);
    const since = performance.now();
    const answer = await send(app.url, made.sent).catch((error: Error) => error);
    const fault = answer instanceof Error ? answer.message : faultIn(made, answer, performance.now() - since, companies, boundMs);
    if (!(answer instanceof Error)) statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    if (fault) faults.push(`call ${number}: ${made.about}: ${fault}\n  ${String(made.sent.body ?? "").slice(0, 400)}`);
  };
  if (only !== undefined) await one(Number(only));
  else
    for (let from = 0; from < calls && faults.length < 60 && performance.now() - begun < seconds * 1_000; from += betweenLooks) {
      await signInAgain();
      await withHands(
        Array.from({ length: Math.min(betweenLooks, calls - from) }, (_, at) => from + at),
        hands,
        one,
      );
    }
  console.log(
    `seed ${seed}, ${Math.round((performance.now() - begun) / 1_000)} s: ${[...statuses]
      .sort(([a], [b]) => a - b)
      .map(([status, n]) => `${n} x ${status}`)
      .join(", ")}`,
  );
  expect(faults, `repeat with LEASHLINE_FUZZ_SEED=${seed}`).toEqual([]);
  // Most got far enough to be judged by a service, and many were even understood.
  if (only === undefined) expect((statuses.get(401) ?? 0) / [...statuses.values()].reduce((sum, n) => sum + n, 0)).toBeLessThan(0.5);
}, 3_600_000);

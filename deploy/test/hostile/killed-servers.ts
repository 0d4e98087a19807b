import { loadContract } from "@leashline/proto/descriptors/contract.ts";
import { expect, test } from "vitest";
import { type ProgramName, services } from "../../constellation.ts";
import { withHands } from "../../seed/api.ts";
import type { World } from "../access/company.ts";
import type { Probe } from "../hostile.journey.ts";
import { plainCompany } from "./plain-company.ts";

const ours: ProgramName[] = [...services, "gateway"];
const writes = 60;
const hands = 6;
const patient = { timeout: 30_000, interval: 100 };

/**
 * A server dies under writes that carry no idempotency key and are made once. (With keys, and with everything dying in turn to the cent: faults.journey.ts.)
 * Until the server is back nothing but "try again" is said, nothing that was answered is lost, nothing is there twice, and nobody ends with it.
 */
export const killedServers: Probe = (app) => {
  test.each(["postgres", "redis", "nats"] as const)("%s is killed under writes without a key", async (server) => {
    const world: World = { url: app().url, contract: loadContract(), turn: 0 };
    const shop = await plainCompany(world, `killmark-${server}`);
    const before = ours.map((name) => app().pid(name));
    const victim = app().pid(server);
    const answered: Record<string, number> = {};
    const write = async (n: number) => {
      if (n === writes / 3) process.kill(victim, "SIGKILL");
      const taxName = `tax ${n}`;
      answered[taxName] = (await shop.call("account.v1.TaxService/AddTaxRule", { taxName, taxRate: "5" })).status;
    };
    await withHands(
      Array.from({ length: writes }, (_, n) => n),
      hands,
      write,
    );
    expect(new Set([...Object.values(answered), 200, 503])).toEqual(new Set([200, 503]));
    const kept = async () => {
      const { status, answer } = await shop.call("account.v1.TaxService/ListTaxRules");
      return status === 200 ? ((answer.taxRules ?? []) as { taxName: string }[]).map(({ taxName }) => taxName) : undefined;
    };
    await expect.poll(kept, patient).toBeDefined();
    const names = (await kept()) ?? [];
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(expect.arrayContaining(Object.keys(answered).filter((name) => answered[name] === 200)));
    expect(ours.map((name) => app().pid(name))).toEqual(before);
    await expect.poll(async () => ((await (await fetch(`${app().url}/readyz`)).json()) as { state: string }).state, patient).toBe("ready");
  });
};

import { limitsOf } from "@leashline/kit/limits.ts";
import { expect, test } from "vitest";
import { services } from "../../constellation.ts";
import type { App } from "../app.ts";
import type { Trouble } from "../troubles.journey.ts";
import { halt } from "./pause.ts";
import type { Answer, Name, Shop } from "./shop.ts";

export const callMs = 2_000;
const { resolveMs } = limitsOf(callMs);
/** For so long the gateway repeats what it said of the others (operator guide, Health). */
const believedMs = 500;
/** What a busy machine takes on top. */
const slackMs = 2_500;

type Halted = Name | "gateway" | "sandbox" | "postgres" | "redis" | "nats";

/** Whose calls must answer all the same while this one is halted. */
const unharmed: Record<Halted, readonly Name[]> = {
  ...(Object.fromEntries(services.map((name) => [name, services.filter((other) => other !== name)])) as Record<Name, Name[]>),
  // Nobody can say who calls.
  account: [],
  postgres: [],
  gateway: [],
  redis: services,
  nats: services,
  sandbox: services,
};

const good = ({ status }: Answer) => status === 200;
/** Told that something is away, and when to try again. */
const away = ({ status, code, retryAfter }: Answer) => status === 503 && code === "unavailable" && retryAfter !== null;

async function meanwhile(name: Halted, shop: Shop): Promise<void> {
  const round = await shop.round();
  for (const [service, answer] of Object.entries(round)) {
    expect.soft(answer, `${service} while ${name} hangs`).toSatisfy((answer: Answer) => good(answer) || away(answer));
    expect.soft(answer.ms, `${service} while ${name} hangs`).toBeLessThan(callMs + resolveMs + slackMs);
    if (unharmed[name].includes(service as Name)) expect.soft(answer, `${service} while ${name} hangs`).toSatisfy(good);
  }
  const entered = await shop.signIn();
  expect.soft(entered, `signing in while ${name} hangs`).toSatisfy(["account", "postgres"].includes(name) ? away : good);
}

async function readiness({ url }: App): Promise<{ status: number; state: string; ms: number }> {
  const since = performance.now();
  const response = await fetch(`${url}/readyz`);
  const { state } = (await response.json()) as { state: string };
  return { status: response.status, state, ms: performance.now() - since };
}

/** Every process is stopped in turn, as if it hung, and goes on. */
export const hanging: Trouble = (app, shop) => {
  const patient = { timeout: 30_000, interval: 200 };
  const well = async () => {
    await expect.poll(async () => Object.values(await shop().round()).filter((answer) => !good(answer)), patient).toEqual([]);
    await expect.poll(async () => (await readiness(app())).state, patient).toBe("ready");
    expect((await shop().signIn()).status).toBe(200);
  };

  test.each([...services, "sandbox", "postgres", "redis", "nats"] as const)(
    "%s hangs: who does not need it is served, the others hear so in time; it goes on, and all is well",
    async (name) => {
      await well();
      const goOn = halt(app().pid(name));
      try {
        await meanwhile(name, shop());
        // What it said a moment before is said again for that moment: who hangs may not show in the first answer.
        const looks = async () => {
          const { status, state, ms } = await readiness(app());
          expect.soft(ms).toBeLessThan(slackMs);
          return [status, state];
        };
        await expect
          .poll(looks, { timeout: believedMs + slackMs, interval: 100 })
          .toEqual([200, name === "sandbox" ? "ready" : "degraded"]);
      } finally {
        goOn();
      }
      await well();
    },
  );

  test("the gateway hangs: what was asked meanwhile is answered when it goes on", async () => {
    const goOn = halt(app().pid("gateway"));
    const asked = shop().round();
    setTimeout(goOn, 1_000);
    expect(Object.values(await asked).filter((answer) => !good(answer))).toEqual([]);
    await well();
  });
};

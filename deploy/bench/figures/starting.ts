import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freeBase, type ProgramPlan, programs } from "../../constellation.ts";
import { startInfra } from "../../infra/index.ts";
import { type Program, type Running, supervise } from "../../infra/supervise.ts";
import { bundle, bundlePrograms } from "../../launch/bundle.ts";
import { programEnvironment } from "../../launch/environment.ts";
import { programOf } from "../../launch/program.ts";
import { serverPasswords } from "../../launch/secrets.ts";
import { readSettings } from "../../launch/settings.ts";
import { type Figure, median, rounds } from "../figure.ts";
import type { Part, Setting } from "./setting.ts";

const silent = () => {};

/** Ten programs that run or do not, together. */
class Ten {
  readonly #programs: readonly Program[];
  #running: Running[] = [];

  constructor(programs: readonly Program[]) {
    this.#programs = programs;
  }

  async start(): Promise<void> {
    this.#running = await Promise.all(this.#programs.map((program) => supervise(program, silent)));
  }

  async stop(): Promise<void> {
    await Promise.all(this.#running.map((one) => one.stop()));
    this.#running = [];
  }

  /** Seconds from the first signal to the last ready. */
  async restart(): Promise<number> {
    const since = performance.now();
    await this.stop();
    await this.start();
    return (performance.now() - since) / 1000;
  }

  /** Megabytes that would come free if these processes ended: private pages, and their share of the common ones. */
  memory(): number {
    const kb = this.#running.map((one) => /^Pss: +(\d+) kB/m.exec(readFileSync(`/proc/${one.pid()}/smaps_rollup`, "utf8"))?.[1]);
    return kb.reduce((sum, text) => sum + Number(text), 0) / 1024;
  }
}

async function prepare({ house, say }: Setting) {
  const { app, secrets } = house;
  const settings = readSettings({ LEASHLINE_PORT: String(app.port), LEASHLINE_DATA: app.data, LEASHLINE_DEMO: "0" });
  const all = programs(settings.ports, "each");
  const fileOf = await bundlePrograms(all, join(settings.data, "bundle"), say);
  const { data, logs, ports } = settings;
  const infra = await startInfra({ data, logs, ports, passwords: serverPasswords(secrets), say: silent });
  const env = programEnvironment(settings, secrets, infra, { PATH: process.env.PATH });
  const ten = all.filter((plan) => plan.name !== "sandbox");
  const ours = new Ten(ten.map((plan) => programOf(plan, { settings, env, fileOf, say: silent })));

  const hello: ProgramPlan = { name: "gateway", entry: "deploy/bench/baselines/hello-program.ts", port: 0, after: [] };
  const folder = join(settings.data, "hello");
  await bundle([hello], folder);
  const first = await freeBase(app.port + 100);
  const others = { ...settings, run: join(folder, "run"), logs: join(folder, "logs") };
  const baseline = new Ten(
    ten.map((plan, index) => {
      const own = { ...env, BENCH_URL: house.adminUrl, BENCH_PORT: String(first + index) };
      return programOf(
        { ...plan, port: first + index },
        { settings: others, env: own, fileOf: () => join(folder, "gateway.mjs"), say: silent },
      );
    }),
  );
  return { infra, ours, baseline };
}

/** Seconds to restart and megabytes when idle, with only these ten running. */
async function once(ten: Ten): Promise<{ seconds: number; megabytes: number }> {
  await ten.start();
  const seconds = await ten.restart();
  await pause(2_000);
  const megabytes = ten.memory();
  await ten.stop();
  return { seconds, megabytes };
}

async function measure(setting: Setting): Promise<Figure[]> {
  // The measured installation goes; its servers come back on the same data, and only what is compared runs beside them.
  await setting.house.stop();
  const { infra, ours, baseline } = await prepare(setting);
  const seen = { ours: [] as Awaited<ReturnType<typeof once>>[], baseline: [] as Awaited<ReturnType<typeof once>>[] };
  try {
    for (const side of [ours, baseline]) await once(side);
    for (let round = 0; round < rounds; round++) {
      seen.ours.push(await once(ours));
      seen.baseline.push(await once(baseline));
    }
  } finally {
    await Promise.all([ours.stop(), baseline.stop()]);
    await infra.stop();
  }
  const of = (side: keyof typeof seen, what: "seconds" | "megabytes") => median(seen[side].map((one) => one[what]));
  const figure = (name: string, what: "seconds" | "megabytes", floor: number, unit: string, digits: number): Figure => ({
    name,
    value: of("ours", what) / of("baseline", what),
    unit: "x",
    better: "lower",
    floor,
    ours: `${of("ours", what).toFixed(digits)} ${unit}`,
    baseline: `${of("baseline", what).toFixed(digits)} ${unit}`,
  });
  return [
    figure("stop to all ten ready, to ten bundled hellos", "seconds", 2.5, "s", 2),
    figure("idle memory (PSS) of all ten, to ten hellos", "megabytes", 1.8, "MB", 0),
  ];
}

export const starting: Part = { name: "starting", measure };

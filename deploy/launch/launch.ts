import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type ProgramPlan, programs } from "../constellation.ts";
import { type Infra, startInfra } from "../infra/index.ts";
import { ownProcess } from "../infra/leftover.ts";
import { type Running, supervise } from "../infra/supervise.ts";
import { migrate, root } from "../migrate.ts";
import { bundlePrograms } from "./bundle.ts";
import { demoOwner, layOutDemo } from "./demo.ts";
import { programEnvironment } from "./environment.ts";
import { claimFolder, pidFiles, refuseTakenPorts, stopLeftovers } from "./preflight.ts";
import { programOf } from "./program.ts";
import { loadSecrets, type Secrets } from "./secrets.ts";
import { readSettings, type Settings } from "./settings.ts";
import { buildWeb } from "./web-bundle.ts";

export interface LaunchOptions {
  env: NodeJS.ProcessEnv;
  say: (line: string) => void;
  /** Aborting it stops everything, whatever is going on. */
  signal: AbortSignal;
}

export interface Launched {
  ready: Promise<{ url: string; signIn: string; sandbox: string }>;
  /** Everything has ended, in order. */
  stopped: Promise<void>;
  /** The hard way. */
  kill: () => void;
}

/** The whole of Leashline: servers, schemas, bundles, programs, demo company; and the way back. */
export function launch(options: LaunchOptions): Launched {
  const stage = new Stage(options);
  const ready = stage.start();
  const stopped = new Promise<void>((resolve) => {
    options.signal.addEventListener("abort", () => resolve(), { once: true });
  }).then(async () => {
    await ready.catch(() => {});
    await stage.stop();
  });
  return { ready, stopped, kill: () => stage.kill() };
}

class Stage {
  readonly #options: LaunchOptions;
  #settings: Settings | undefined;
  #infra: Infra | undefined;
  #running: Running[] = [];
  #giveBack = () => {};

  constructor(options: LaunchOptions) {
    this.#options = options;
  }

  async start(): Promise<{ url: string; signIn: string; sandbox: string }> {
    const { env, say, signal } = this.#options;
    const settings = readSettings(env);
    this.#settings = settings;
    mkdirSync(settings.data, { recursive: true, mode: 0o755 });
    this.#giveBack = claimFolder(settings);
    const leftovers = await stopLeftovers(settings);
    if (leftovers > 0) say(`stopped ${leftovers} processes that an earlier run had left behind`);
    await refuseTakenPorts(settings);
    const secrets = loadSecrets(join(settings.data, "secrets.json"));

    const plans = programs(settings.ports, settings.host);
    const web = buildWeb(say, signal);
    web.catch(() => {});
    const bundles = settings.bundled ? bundlePrograms(plans, join(settings.data, "bundle"), say) : undefined;
    bundles?.catch(() => {});
    const infra = await this.#servers(settings, secrets);
    signal.throwIfAborted();
    const databaseUrl = new URL(infra.postgresAdminUrl);
    databaseUrl.pathname = `/${settings.database}`;
    await migrate({ adminUrl: infra.postgresAdminUrl, database: settings.database, password: secrets.dbPassword });
    say("servers and schemas are ready");

    const fileOf = (await bundles) ?? ((plan: ProgramPlan) => join(root, plan.entry));
    await web;
    const own = programEnvironment(settings, secrets, infra, env);
    const context = { settings, env: own, fileOf, say, signal };
    await this.#programs(plans.map((plan) => programOf(plan, context)));
    say(`${plans.length} programs are ready`);

    const demo = { url: `http://127.0.0.1:${settings.port}`, password: env.LEASHLINE_DEMO_PASSWORD || secrets.demoPassword };
    const there = settings.demo && (await layOutDemo({ ...demo, data: settings.data, databaseUrl: databaseUrl.href, say }));
    const signIn = there ? `Sign in as ${demoOwner} with the password ${demo.password}` : "Sign up there to begin.";
    return { url: settings.publicUrl, signIn, sandbox: `http://localhost:${settings.ports.sandbox}` };
  }

  async #servers(settings: Settings, secrets: Secrets): Promise<Infra> {
    const { say, signal } = this.#options;
    const { data, logs, ports, given } = settings;
    this.#infra = await startInfra({ data, logs, ports, postgresPassword: secrets.postgresPassword, say, given, signal });
    return this.#infra;
  }

  async #programs(all: readonly ReturnType<typeof programOf>[]): Promise<void> {
    const started = await Promise.allSettled(all.map((program) => supervise(program, this.#options.say)));
    this.#running = started.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    const failed = started.find((one) => one.status === "rejected");
    if (failed) throw failed.reason;
  }

  /** Nobody is let in any more; then those inside finish; then what they stood on goes. */
  async stop(): Promise<void> {
    const last = new Set(["sandbox"]);
    const of = (wanted: (name: string) => boolean) =>
      Promise.allSettled(this.#running.filter((one) => wanted(one.name)).map((one) => one.stop()));
    await of((name) => name === "gateway");
    await of((name) => name !== "gateway" && !last.has(name));
    await of((name) => last.has(name));
    await this.#infra?.stop();
    this.#giveBack();
  }

  kill(): void {
    for (const file of this.#settings ? pidFiles(this.#settings).flat() : []) {
      const own = ownProcess(file);
      if (own) process.kill(own.pid, "SIGKILL");
    }
  }
}

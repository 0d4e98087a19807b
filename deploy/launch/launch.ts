import { join } from "node:path";
import { type ProgramPlan, programs } from "../constellation.ts";
import { type Infra, startInfra } from "../infra/index.ts";
import { ownProcess } from "../infra/leftover.ts";
import { type Program, type Running, supervise } from "../infra/supervise.ts";
import { migrate, root } from "../migrate.ts";
import { bundlePrograms } from "./bundle.ts";
import { demoOwner, layOutDemo } from "./demo.ts";
import { programEnvironment } from "./environment.ts";
import { leaveRoot, ownFolder } from "./leave-root.ts";
import { claimFolder, pidFiles, refuseTakenPorts, stopLeftovers } from "./preflight.ts";
import { programOf } from "./program.ts";
import { loadSecrets, type Secrets, serverPasswords } from "./secrets.ts";
import { readSettings, type Settings } from "./settings.ts";
import { startUpkeep } from "./upkeep.ts";
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

/** Goes on beside; whoever waits for it later sees how it went. */
function started<Result>(work: Promise<Result>): Promise<Result> {
  work.catch(() => {});
  return work;
}

const fromSource = (plan: ProgramPlan): string => join(root, plan.entry);

class Stage {
  readonly #options: LaunchOptions;
  #settings: Settings | undefined;
  #infra: Infra | undefined;
  readonly #running: Running[] = [];
  #upkeep: { stop: () => void } | undefined;
  #giveBack = () => {};

  constructor(options: LaunchOptions) {
    this.#options = options;
  }

  async start(): Promise<{ url: string; signIn: string; sandbox: string }> {
    const { env, say, signal } = this.#options;
    const settings = readSettings(env);
    await leaveRoot(settings, say, signal);
    this.#settings = settings;
    // What we and our programs write is for this user alone, in whichever folder it lies.
    process.umask(0o077);
    ownFolder(settings.data);
    this.#giveBack = claimFolder(settings);
    const leftovers = await stopLeftovers(settings);
    if (leftovers > 0) say(`stopped ${leftovers} processes that an earlier run had left behind`);
    await refuseTakenPorts(settings);
    const secrets = loadSecrets(join(settings.data, "secrets.json"));

    const plans = programs(settings.ports, settings.host);
    const web = started(buildWeb(say, signal));
    const bundles = started(settings.bundled ? bundlePrograms(plans, join(settings.data, "bundle"), say) : Promise.resolve(fromSource));
    const infra = await this.#servers(settings, secrets);
    signal.throwIfAborted();
    const databaseUrl = new URL(infra.postgresAdminUrl);
    databaseUrl.pathname = `/${settings.database}`;
    const schemas = started(migrate({ adminUrl: infra.postgresAdminUrl, database: settings.database, password: secrets.dbPassword }));

    const context = { settings, env: programEnvironment(settings, secrets, infra, env), fileOf: await bundles, say, signal };
    const before = { servers: Promise.resolve(), schemas, "web bundle": web };
    await this.#programs(plans, before, (plan) => programOf(plan, context));
    this.#upkeep = startUpkeep(settings, infra, say);
    say(`the servers and ${plans.length} programs are ready`);

    const url = `http://127.0.0.1:${settings.port}`;
    const sandbox = { url: `http://127.0.0.1:${settings.ports.sandbox}`, token: env.LEASHLINE_SANDBOX_TOKEN || secrets.sandboxToken };
    const password = env.LEASHLINE_DEMO_PASSWORD || secrets.demoPassword;
    const demo = { url, sandbox, password, data: settings.data, databaseUrl: databaseUrl.href, say, signal };
    const there = settings.demo && (await layOutDemo(demo));
    const signIn = there ? `Sign in as ${demoOwner} with the password ${password}` : "Sign up there to begin.";
    return { url: settings.publicUrl, signIn, sandbox: `http://localhost:${settings.ports.sandbox}/?token=${sandbox.token}` };
  }

  async #servers(settings: Settings, secrets: Secrets): Promise<Infra> {
    const { say, signal } = this.#options;
    const { data, logs, ports, given } = settings;
    this.#infra = await startInfra({ data, logs, ports, passwords: serverPasswords(secrets), say, given, signal });
    return this.#infra;
  }

  /** Each as soon as what it waits for is there; the first that fails ends the start of all. */
  async #programs(
    plans: ProgramPlan[],
    before: Record<ProgramPlan["after"][number], Promise<unknown>>,
    programOf: (plan: ProgramPlan) => Program,
  ) {
    const { say, signal } = this.#options;
    const failure = new AbortController();
    const either = AbortSignal.any([signal, failure.signal]);
    const waiting = new Set(plans.map((plan) => plan.name));
    const attempts = plans.map(async (plan) => {
      await Promise.all(plan.after.map((need) => before[need]));
      either.throwIfAborted();
      this.#running.push(await supervise({ ...programOf(plan), signal: either }, say));
      waiting.delete(plan.name);
    });
    for (const attempt of attempts) attempt.catch((error) => failure.abort(error));
    const patience = setInterval(() => say(`waiting for ${[...waiting].join(", ")}`), 10_000);
    await Promise.allSettled(attempts);
    clearInterval(patience);
    either.throwIfAborted();
  }

  /** Nobody is let in any more; then those inside finish; then what they stood on goes. */
  async stop(): Promise<void> {
    const last = new Set(["sandbox"]);
    const of = (wanted: (name: string) => boolean) =>
      Promise.allSettled(this.#running.filter((one) => wanted(one.name)).map((one) => one.stop()));
    this.#upkeep?.stop();
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

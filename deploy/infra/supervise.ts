import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, statSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { stopLeftover, writePidFile } from "./leftover.ts";

export interface Program {
  name: string;
  command: readonly string[];
  /** Text that the command line of this program, and of no stranger, carries: proof that a pid is ours. */
  marker: string;
  logFile: string;
  pidFile: string;
  isReady: () => Promise<boolean>;
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  as?: { uid?: number; gid?: number };
  readyWithinMs?: number;
  stopSignal?: NodeJS.Signals;
  stopWithinMs?: number;
  /** How often the first start is tried before it counts as failed. */
  tries?: number;
  beforeStart?: () => Promise<void>;
  /** Aborted, a start that is not ready yet is given up. */
  signal?: AbortSignal;
  /** Given, every line of output passes through here on its way to the log file. */
  onLine?: (line: string) => void;
}

export interface Running {
  readonly name: string;
  pid(): number | undefined;
  /** Ends it; it begins anew like one that died. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const logLimit = 20 * 1024 * 1024;
const firstRest = 200;
const longestRest = 10_000;
const steadyAfter = 30_000;

/** Starts a program, answers when it is ready, and keeps it running until it is told to stop. */
export async function supervise(program: Program, say: (line: string) => void): Promise<Running> {
  mkdirSync(dirname(program.logFile), { recursive: true });
  mkdirSync(dirname(program.pidFile), { recursive: true });
  if (await stopLeftover(program.pidFile, program.stopSignal)) say(`${program.name}: stopped one left over from an earlier run`);
  const keeper = new Keeper(program, say);
  await keeper.firstStart();
  return keeper;
}

class Keeper implements Running {
  readonly name: string;
  readonly #program: Program;
  readonly #say: (line: string) => void;
  #child: ChildProcess | undefined;
  #stopping = false;
  #rest = firstRest;

  constructor(program: Program, say: (line: string) => void) {
    this.name = program.name;
    this.#program = program;
    this.#say = say;
  }

  pid(): number | undefined {
    return this.#child?.pid;
  }

  async firstStart(): Promise<void> {
    const tries = this.#program.tries ?? 1;
    for (let attempt = 1; ; attempt += 1) {
      const failure = await this.#begin();
      if (failure === undefined) break;
      await this.#end();
      this.#program.signal?.throwIfAborted();
      if (attempt >= tries) throw new Error(`${this.name} did not start: ${failure}\n${tail(this.#program.logFile)}`);
      await pause(this.#rest * attempt);
    }
    void this.#keep();
  }

  restart(): Promise<void> {
    return this.#end();
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#end();
    rmSync(this.#program.pidFile, { force: true });
  }

  async #keep(): Promise<void> {
    for (;;) {
      const since = Date.now();
      const why = await ended(this.#child);
      if (this.#stopping) return;
      if (Date.now() - since > steadyAfter) this.#rest = firstRest;
      this.#say(`${this.name} ended (${why}); starting it again in ${this.#rest / 1000} s`);
      await pause(this.#rest);
      this.#rest = Math.min(this.#rest * 2, longestRest);
      if (this.#stopping) return;
      const failure = await this.#begin();
      if (this.#stopping) return void (await this.#end());
      this.#say(failure === undefined ? `${this.name} is back` : `${this.name}: ${failure} (see ${this.#program.logFile})`);
    }
  }

  /** One start. Answers what went wrong, or nothing when the program is ready. */
  async #begin(): Promise<string | undefined> {
    try {
      return await this.#launch(this.#program);
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  async #launch(program: Program): Promise<string | undefined> {
    await program.beforeStart?.();
    const child = spawnLogged(program, this.#say);
    this.#child = child;
    const exit = ended(child);
    if (child.pid) writePidFile(program.pidFile, child.pid, program.marker);
    const give = Date.now() + (program.readyWithinMs ?? 30_000);
    while (Date.now() < give && !program.signal?.aborted) {
      const why = await Promise.race([exit, pause(25, undefined)]);
      if (why !== undefined) return `it ended while starting (${why})`;
      if (await program.isReady()) return undefined;
    }
    return `not ready within ${(program.readyWithinMs ?? 30_000) / 1000} s`;
  }

  async #end(): Promise<void> {
    const child = this.#child;
    if (!child?.pid || child.exitCode !== null || child.signalCode !== null) return;
    const exit = ended(child);
    child.kill(this.#program.stopSignal ?? "SIGTERM");
    const late = setTimeout(() => child.kill("SIGKILL"), this.#program.stopWithinMs ?? 15_000);
    await exit;
    clearTimeout(late);
  }
}

/** Its own process group: Ctrl-C in the terminal reaches the launcher alone, which then stops everything in order. */
function spawnLogged(program: Program, say: (line: string) => void): ChildProcess {
  if (existsSync(program.logFile) && statSync(program.logFile).size > logLimit) renameSync(program.logFile, `${program.logFile}.1`);
  const log = openSync(program.logFile, "a", 0o640);
  const [file, ...args] = program.command;
  const { cwd, env, as, onLine } = program;
  const output = onLine ? "pipe" : log;
  const child = spawn(file ?? "", args, { cwd, env, ...as, detached: true, stdio: ["ignore", output, output] });
  const write = writerTo(log, (why) => say(`${program.name}: its log takes no more lines (${why})`));
  child.on("error", (error) => write(error.message));
  if (!onLine) {
    child.once("spawn", () => closeSync(log));
    return child;
  }
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue;
    createInterface({ input: stream }).on("line", (line) => {
      write(line);
      onLine(line);
    });
  }
  child.once("close", () => closeSync(log));
  return child;
}

/** A line is worth less than the program that says it: on a full disk lines are lost, which is told once for each time that it begins. */
function writerTo(log: number, lost: (why: string) => void): (line: string) => void {
  let losing = false;
  return (line) => {
    try {
      writeSync(log, `${line}\n`);
      losing = false;
    } catch (error) {
      if (!losing) lost((error as Error).message);
      losing = true;
    }
  };
}

function ended(child: ChildProcess | undefined): Promise<string> {
  if (!child) return Promise.resolve("never started");
  const say = (code: number | null, signal: NodeJS.Signals | null) => (signal ? `signal ${signal}` : `exit code ${code}`);
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(say(child.exitCode, child.signalCode));
  return new Promise((resolve) => {
    child.once("exit", (code, signal) => resolve(say(code, signal)));
    child.once("error", (error) => resolve(error.message));
  });
}

/** The last lines of a log, for a message. */
export function tail(file: string, lines = 15): string {
  if (!existsSync(file)) return "";
  return readFileSync(file, "utf8").trimEnd().split("\n").slice(-lines).join("\n");
}

import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Log } from "../observability/log.ts";

const everyMs = 3_600_000;
/** The services that are asked may start later than this gateway. */
const againMs = 30_000;
/** Longer than any upload may take. */
const keptMs = 3_600_000;

/** Takes away what a gateway that was killed left half done, here and in object storage, and whatever else is to be put right: at the start and every hour. */
export class Leftovers {
  readonly #scratch: string;
  readonly #more: readonly (() => Promise<void>)[];
  readonly #log: Pick<Log, "warn">;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(scratch: string, more: readonly (() => Promise<void>)[], log: Pick<Log, "warn">) {
    this.#scratch = scratch;
    this.#more = more;
    this.#log = log;
  }

  start(): void {
    const next = (ms: number) => {
      if (!this.#stopped) this.#timer = setTimeout(look, ms).unref();
    };
    const look = () => {
      this.look().then(
        () => next(everyMs),
        (error: Error) => {
          this.#log.warn({ error: error.message }, "half uploads could not be taken away");
          next(againMs);
        },
      );
    };
    look();
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  async look(now = Date.now()): Promise<void> {
    for (const name of await readdir(this.#scratch).catch(none)) {
      const file = join(this.#scratch, name);
      const facts = await stat(file).catch(() => undefined);
      if (facts?.isFile() && now - facts.mtimeMs > keptMs) await rm(file, { force: true });
    }
    const faults: unknown[] = [];
    for (const work of this.#more) await work().catch((fault) => faults.push(fault));
    if (faults.length > 0) throw faults[0];
  }
}

/** The folder comes with the first upload. */
function none(error: NodeJS.ErrnoException): string[] {
  if (error.code === "ENOENT") return [];
  throw error;
}

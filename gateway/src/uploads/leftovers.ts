import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Log } from "../observability/log.ts";
import type { Parts } from "./parts.ts";

const everyMs = 3_600_000;
/** Longer than any upload may take. */
const keptMs = 3_600_000;

/** Takes away what a gateway that was killed left half done, here and in object storage: at the start and every hour. */
export class Leftovers {
  readonly #scratch: string;
  readonly #parts: Pick<Parts, "sweep">;
  readonly #log: Pick<Log, "warn">;
  #timer: NodeJS.Timeout | undefined;

  constructor(scratch: string, parts: Pick<Parts, "sweep">, log: Pick<Log, "warn">) {
    this.#scratch = scratch;
    this.#parts = parts;
    this.#log = log;
  }

  start(): void {
    const look = () =>
      void this.look().catch((error: Error) => this.#log.warn({ error: error.message }, "half uploads could not be taken away"));
    look();
    this.#timer = setInterval(look, everyMs).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async look(now = Date.now()): Promise<void> {
    for (const name of await readdir(this.#scratch).catch(none)) {
      const file = join(this.#scratch, name);
      const facts = await stat(file).catch(() => undefined);
      if (facts?.isFile() && now - facts.mtimeMs > keptMs) await rm(file, { force: true });
    }
    await this.#parts.sweep(now);
  }
}

/** The folder comes with the first upload. */
function none(error: NodeJS.ErrnoException): string[] {
  if (error.code === "ENOENT") return [];
  throw error;
}

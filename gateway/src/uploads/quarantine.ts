import type { Log } from "../observability/log.ts";
import type { FileStore } from "./store.ts";

/** Asks the scanner again and again about files that came while it was away. */
export class Quarantine {
  readonly #store: FileStore;
  readonly #everyMs: number;
  readonly #log: Pick<Log, "warn">;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(store: FileStore, everyMs: number, log: Pick<Log, "warn">) {
    this.#store = store;
    this.#everyMs = everyMs;
    this.#log = log;
  }

  start(): void {
    this.#timer = setTimeout(() => {
      this.#looking = this.#look();
    }, this.#everyMs);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#looking;
  }

  async #look(): Promise<void> {
    try {
      const waiting = await this.#store.releaseHeld();
      if (waiting > 0) this.#log.warn({ waiting }, "files wait for the virus scanner");
    } catch (error) {
      this.#log.warn({ error: (error as Error).message }, "files that wait for the virus scanner could not be looked at");
    }
    if (!this.#stopped) this.start();
  }
}

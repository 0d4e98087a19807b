import type { DiscardedFile } from "@leashline/proto/leashline/account/v1/upload_state_service_pb.js";
import type { Log } from "../observability/log.ts";
import { deleteDiscarded } from "./discards.ts";
import type { FileStore } from "./store.ts";

type Warn = Pick<Log, "warn">;
const discardsEveryMs = 60_000;

/** Does one thing again and again while the gateway runs, one at a time. */
export class Rounds {
  readonly #work: () => Promise<void>;
  readonly #everyMs: number;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(work: () => Promise<void>, everyMs: number) {
    this.#work = work;
    this.#everyMs = everyMs;
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
    await this.#work();
    if (!this.#stopped) this.start();
  }
}

/** Asks the scanner again and again about files that came while it was away. */
export const quarantineRounds = (store: FileStore, everyMs: number, log: Warn): Rounds =>
  new Rounds(async () => {
    try {
      const waiting = await store.releaseHeld();
      if (waiting > 0) log.warn({ waiting }, "files wait for the virus scanner");
    } catch (error) {
      log.warn({ error: (error as Error).message }, "files that wait for the virus scanner could not be looked at");
    }
  }, everyMs);

/** Deletes the files of people who were erased. */
export const discardRounds = (store: FileStore, log: Warn): Rounds =>
  new Rounds(async () => {
    const failed = ({ companyId, fileId }: DiscardedFile, { message: error }: Error) =>
      log.warn({ companyId, fileId, error }, "a file of an erased client could not be deleted");
    await deleteDiscarded(store, failed).catch((error: Error) => {
      log.warn({ error: error.message }, "files of erased clients could not be deleted");
    });
  }, discardsEveryMs);

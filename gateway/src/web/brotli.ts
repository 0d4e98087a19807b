import { existsSync, readFileSync } from "node:fs";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

const compress = promisify(brotliCompress);

/** Compresses at the highest quality, one file after the other beside the calls, and keeps the result on disk for the next start. */
export class Brotli {
  readonly #dir: string;
  #queue: Promise<void> = Promise.resolve();

  constructor(dataDir: string) {
    this.#dir = join(dataDir, "cache", "brotli");
  }

  compress(digest: string, plain: Buffer, done: (small: Buffer) => void): void {
    const file = join(this.#dir, `${digest}.br`);
    if (existsSync(file)) {
      done(readFileSync(file));
      return;
    }
    this.#queue = this.#queue.then(async () => {
      const small = await compress(plain, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
      });
      done(small);
      await this.#keep(file, small);
    });
  }

  /** Resolves when everything asked for so far is compressed. */
  idle(): Promise<void> {
    return this.#queue;
  }

  /** A folder that cannot be written costs the next start some work, nothing else. */
  async #keep(file: string, small: Buffer): Promise<void> {
    try {
      await mkdir(this.#dir, { recursive: true });
      await writeFile(`${file}.${process.pid}`, small);
      await rename(`${file}.${process.pid}`, file);
    } catch {
      // See above.
    }
  }
}

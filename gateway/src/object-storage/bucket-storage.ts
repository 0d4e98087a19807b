import { openAsBlob } from "node:fs";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { unavailable } from "@leashline/kit/errors.ts";
import { AwsClient } from "aws4fetch";
import { type BucketPage, readBucketPage } from "./bucket-page.ts";
import type { Listed, ObjectStorage, Opened, StorageState } from "./object-storage.ts";

export interface S3Settings {
  /** The bucket, as its own host or as the first part of the path. */
  url: URL;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

interface Asked {
  headers?: Record<string, string>;
  body?: Blob;
  taken: readonly number[];
}

const deletesAtOnce = 10;
const triesAgain = 2;
/** How long the store may take to begin its answer. */
const patienceMs = 60_000;
const statePatienceMs = 1_500;

/** Files in a bucket that speaks S3. Only this gateway reads and writes it, so the bucket stays closed to everybody else. */
export class BucketStorage implements ObjectStorage {
  readonly #client: AwsClient;
  readonly #bucket: string;
  readonly #tell: (what: string) => void;
  readonly #waitMs: number;

  constructor({ url, ...access }: S3Settings, tell: (what: string) => void, waitMs = patienceMs) {
    this.#client = new AwsClient({ ...access, service: "s3", retries: triesAgain, initRetryMs: 100 });
    this.#bucket = url.href.replace(/\/+$/, "");
    this.#tell = tell;
    this.#waitMs = waitMs;
  }

  async put(key: string, file: string, contentType: string): Promise<void> {
    const body = await openAsBlob(file);
    await drained(await this.#ask("PUT", this.#urlOf(key), { body, headers: { "content-type": contentType }, taken: [200] }));
  }

  async open(key: string, from: number, to?: number): Promise<Opened | undefined> {
    const range = `bytes=${from}-${to ?? ""}`;
    const answer = await this.#ask("GET", this.#urlOf(key), { headers: { range }, taken: [206, 404, 416] });
    const size = Number(/\/(\d+)$/.exec(answer.headers.get("content-range") ?? "")?.[1]);
    if (answer.status !== 206 || !answer.body || Number.isNaN(size)) {
      await drained(answer);
      return undefined;
    }
    const modified = new Date(answer.headers.get("last-modified") ?? 0);
    return { size, modified, bytes: Readable.fromWeb(answer.body as ReadableStream) };
  }

  async list(folder: string): Promise<Listed[]> {
    const found: Listed[] = [];
    for (let token: string | undefined = ""; token !== undefined; ) {
      const query = { "list-type": "2", "encoding-type": "url", prefix: `${folder}/`, ...(token ? { "continuation-token": token } : {}) };
      const answer = await this.#ask("GET", `${this.#bucket}?${new URLSearchParams(query)}`, { taken: [200] });
      const page: BucketPage = readBucketPage(await answer.text());
      found.push(...page.entries);
      token = page.next;
    }
    return found;
  }

  async clear(folder: string): Promise<void> {
    const keys = (await this.list(folder)).map(({ key }) => key);
    for (let at = 0; at < keys.length; at += deletesAtOnce) {
      const some = keys.slice(at, at + deletesAtOnce);
      await Promise.all(some.map(async (key) => drained(await this.#ask("DELETE", this.#urlOf(key), { taken: [200, 204, 404] }))));
    }
  }

  /** A list of one, asked once: what it takes to read. Writing is not tried. */
  async state(): Promise<StorageState> {
    try {
      const signed = await this.#client.sign(`${this.#bucket}?list-type=2&max-keys=1`);
      const answer = await fetch(signed, { signal: AbortSignal.timeout(statePatienceMs) });
      await drained(answer);
      return answer.ok ? "ok" : answer.status < 500 ? "refused" : "away";
    } catch {
      return "away";
    }
  }

  #urlOf(key: string): string {
    return `${this.#bucket}/${key.split("/").map(encodeURIComponent).join("/")}`;
  }

  /** What the store refuses is ours to put right, and what it does not answer may be better soon: the caller hears the same of both. */
  async #ask(method: string, url: string, { headers = {}, body, taken }: Asked): Promise<Response> {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(new Error("no answer in time")), this.#waitMs);
    const init = { method, headers, signal: stop.signal, ...(body ? { body } : {}) };
    const answer = await this.#client.fetch(url, init).catch((error: Error) => error);
    clearTimeout(timer);
    if (answer instanceof Response && taken.includes(answer.status)) return answer;
    const why =
      answer instanceof Response
        ? `${answer.status} ${/<Code>(\w+)<\/Code>/.exec(await answer.text())?.[1] ?? ""}`
        : String(answer.cause ?? answer);
    this.#tell(`${method} was not taken by the file store: ${why.trim()}`);
    throw unavailable();
  }
}

async function drained(answer: Response): Promise<void> {
  await answer.body?.cancel();
}

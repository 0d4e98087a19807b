import type { Store } from "./store.ts";

export type Delivery = {
  id: number;
  provider: string;
  subject: string;
  url: string;
  body: string;
  state: "pending" | "delivered" | "failed";
  attempts: number;
  nextAt: number;
  lastStatus: number | null;
  lastError: string | null;
};

/** Seconds between tries; after the last one the delivery counts as failed and can be sent again by hand. */
const WAITS = [1, 2, 4, 8, 15, 30, 60, 120, 300, 600, 1800, 3600];
const AT_ONCE = 8;

export type Signer = (delivery: Delivery) => Record<string, string>;

/** Webhooks on their way out. A row per delivery, so a stop in between loses none. */
export class Deliveries {
  #store: Store;
  #signers = new Map<string, Signer>();
  #running = new Set<number>();
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;
  #abort = new AbortController();
  /** Base of the receiving side, for example http://localhost:8080. Without one nothing is sent and rows wait. */
  target: string | undefined;
  /** Where that base is from here, when its own address does not lead there: inside a container. Signatures are for the base all the same. */
  readonly #through: string | undefined;
  onAnswer: ((delivery: Delivery, answer: { status: number; body: string }) => void) | undefined;

  constructor(store: Store, target: string | undefined, through?: string) {
    this.#store = store;
    this.target = target;
    this.#through = through;
  }

  signer(provider: string, sign: Signer): void {
    this.#signers.set(provider, sign);
  }

  add(provider: string, subject: string, url: string, contentType: string, body: string): void {
    this.#store
      .prepare("insert into delivery (provider, subject, url, content_type, body, next_at) values (?, ?, ?, ?, ?, ?)")
      .run(provider, subject, url, contentType, body, Date.now());
    this.wake();
  }

  resend(id: number): boolean {
    const result = this.#store.prepare("update delivery set state = 'pending', next_at = ?, attempts = 0 where id = ?").run(Date.now(), id);
    this.wake();
    return result.changes > 0;
  }

  list(limit = 100): Delivery[] {
    return this.#store.prepare("select * from delivery order by id desc limit ?").all(limit).map(toDelivery);
  }

  wake(): void {
    if (this.#stopped) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#pump(), 0);
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#abort.abort();
  }

  #pump(): void {
    if (this.#stopped || !this.target) return;
    const rows = this.#store.prepare("select * from delivery where state = 'pending' order by next_at, id limit 50").all().map(toDelivery);
    const now = Date.now();
    for (const row of rows) {
      if (this.#running.size >= AT_ONCE) return;
      if (row.nextAt <= now && !this.#running.has(row.id)) void this.#send(row);
    }
    const next = rows.find((row) => row.nextAt > now && !this.#running.has(row.id));
    if (next) this.#timer = setTimeout(() => this.#pump(), next.nextAt - now);
  }

  async #send(delivery: Delivery): Promise<void> {
    this.#running.add(delivery.id);
    let status: number | null = null;
    let failure: string | null = null;
    try {
      const answer = await this.#post(delivery);
      status = answer.status;
      if (status >= 200 && status < 300) this.onAnswer?.(delivery, answer);
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error);
    }
    this.#running.delete(delivery.id);
    if (this.#stopped) return;
    this.#record(delivery, status, failure);
    this.wake();
  }

  async #post(delivery: Delivery): Promise<{ status: number; body: string }> {
    const url = delivery.url.startsWith("/") ? `${this.target}${delivery.url}` : delivery.url;
    const headers = this.#signers.get(delivery.provider)?.({ ...delivery, url }) ?? {};
    const signal = AbortSignal.any([this.#abort.signal, AbortSignal.timeout(15_000)]);
    const ours = this.#through !== undefined && this.target !== undefined && url.startsWith(`${this.target}/`);
    const address = ours ? `${this.#through}${url.slice(this.target?.length)}` : url;
    const response = await fetch(address, { method: "POST", headers, body: delivery.body, signal, redirect: "manual" });
    return { status: response.status, body: await response.text() };
  }

  #record(delivery: Delivery, status: number | null, failure: string | null): void {
    const attempts = delivery.attempts + 1;
    const ok = status !== null && status >= 200 && status < 300;
    const wait = WAITS[attempts - 1];
    const state = ok ? "delivered" : wait === undefined ? "failed" : "pending";
    this.#store
      .prepare("update delivery set state = ?, attempts = ?, next_at = ?, last_status = ?, last_error = ? where id = ?")
      .run(state, attempts, Date.now() + (wait ?? 0) * 1000, status, failure, delivery.id);
    this.#store.changed();
  }
}

function toDelivery(row: Record<string, unknown>): Delivery {
  return {
    id: Number(row.id),
    provider: String(row.provider),
    subject: String(row.subject),
    url: String(row.url),
    body: String(row.body),
    state: String(row.state) as Delivery["state"],
    attempts: Number(row.attempts),
    nextAt: Number(row.next_at),
    lastStatus: row.last_status === null ? null : Number(row.last_status),
    lastError: row.last_error === null ? null : String(row.last_error),
  };
}

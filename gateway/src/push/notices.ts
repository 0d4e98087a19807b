import { natsLogin, type StoreState, storeState } from "@leashline/kit/events/nats.ts";
import { natsConnectMs } from "@leashline/kit/limits.ts";
import { connect, type NatsConnection } from "@nats-io/transport-node";
import type { Log } from "../observability/log.ts";

export interface NoticeListener {
  push(companyId: string, businessId: string, notice: Record<string, unknown>): void;
  sessionChanged(about: { accountId?: string; companyId?: string }): void;
  /** The connection was away: changes may have been missed. */
  resumed(): void;
}

/** Hears what services tell on core NATS. Nothing is kept: a listener that was away loads anew. */
export class Notices {
  readonly #options: { url: string; prefix: string; log: Log; listener: NoticeListener };
  #connection: NatsConnection | null = null;
  #closed = false;

  constructor(options: { url: string; prefix: string; log: Log; listener: NoticeListener }) {
    this.#options = options;
  }

  /** Whether the server answers, and its store, which the services need. */
  async state(): Promise<StoreState | "away"> {
    if (this.#connection === null || this.#connection.isClosed()) return "away";
    return await storeState(this.#connection);
  }

  /** Connects in the background; the gateway serves calls without it. */
  async start(): Promise<void> {
    const { url, log } = this.#options;
    while (!this.#closed) {
      try {
        this.#connection = await connect({
          ...natsLogin(url),
          maxReconnectAttempts: -1,
          reconnectTimeWait: 250,
          pingInterval: 5_000,
          timeout: natsConnectMs,
          name: "gateway",
        });
        break;
      } catch (error) {
        log.warn({ error: (error as Error).message }, "nats is away");
        await new Promise((resolve) => setTimeout(resolve, 1_000).unref());
      }
    }
    if (this.#connection && !this.#closed) this.#listen(this.#connection);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#connection?.close().catch(() => undefined);
  }

  #listen(connection: NatsConnection): void {
    const { prefix, listener } = this.#options;
    const parts = prefix.split(".").length;
    connection.subscribe(`${prefix}.push.*.*`, {
      callback: (_, message) => {
        const [companyId = "0", businessId = "0"] = message.subject.split(".").slice(parts + 1);
        const notice = this.#read(message.data);
        if (!notice) return;
        listener.push(companyId, businessId, notice);
      },
    });
    connection.subscribe(`${prefix}.session.changed`, {
      callback: (_, message) => listener.sessionChanged(concerned(this.#read(message.data) ?? {})),
    });
    void this.#watch(connection);
  }

  async #watch(connection: NatsConnection): Promise<void> {
    for await (const status of connection.status()) if (status.type === "reconnect") this.#options.listener.resumed();
  }

  #read(data: Uint8Array): Record<string, unknown> | null {
    try {
      const value: unknown = data.length === 0 ? {} : JSON.parse(Buffer.from(data).toString());
      return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
    } catch {
      this.#options.log.warn({}, "a notice that is not JSON was ignored");
      return null;
    }
  }
}

function concerned({ accountId, companyId }: Record<string, unknown>): { accountId?: string; companyId?: string } {
  return { ...(typeof accountId === "string" ? { accountId } : {}), ...(typeof companyId === "string" ? { companyId } : {}) };
}

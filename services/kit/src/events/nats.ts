import { setTimeout as pause } from "node:timers/promises";
import type { NatsConnection } from "@nats-io/transport-node";
import { probeMs } from "../limits.ts";

export type StoreState = "ok" | "store away";

/** The connection that wrote when there was no room may hang for good. */
const silent = async (): Promise<never> => {
  await pause(probeMs, undefined, { ref: false });
  throw new Error("nats is silent");
};

/** Whether the store behind a server that answers does so too: on a full disk NATS gives it up and goes on without. */
export async function storeState(connection: NatsConnection): Promise<StoreState> {
  await Promise.race([connection.flush(), silent()]);
  const answer = await connection.request("$JS.API.INFO", "", { timeout: probeMs * 0.8 }).catch(() => undefined);
  return answer && !answer.json<{ error?: object }>().error ? "ok" : "store away";
}

/** How to reach the server that an address names: NATS' client takes user and password beside the address, not in it. */
export function natsLogin(address: string): { servers: string; user?: string; pass?: string } {
  const url = URL.parse(address);
  if (!url?.username) return { servers: address };
  return { servers: `${url.protocol}//${url.host}`, user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) };
}

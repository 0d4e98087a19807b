import { isAbsolute, join } from "node:path";
import { type Hosting, type Ports, portsFrom } from "../constellation.ts";
import { root } from "../migrate.ts";

/** What the person who types `make up` may choose. Everything else follows from it. */
export interface Settings {
  port: number;
  ports: Ports;
  /** Everything that is written lies below this folder. */
  data: string;
  logs: string;
  run: string;
  publicUrl: string;
  host: Hosting;
  bundled: boolean;
  demo: boolean;
  database: string;
  /** So much of the disk stays free: below that nothing is saved. */
  diskReserveMb: number;
  given: { postgresAdminUrl?: string; redisUrl?: string; natsUrl?: string };
}

export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const port = Number(env.LEASHLINE_PORT || 8080);
  if (!Number.isInteger(port) || port < 1024 || port > 65_500) {
    throw new Error(`LEASHLINE_PORT is "${env.LEASHLINE_PORT}": a number from 1024 to 65500 is needed, for 15 more ports follow it`);
  }
  const host = hostingOf(env);
  const diskReserveMb = Number(env.LEASHLINE_DISK_RESERVE_MB || 256);
  if (!Number.isInteger(diskReserveMb) || diskReserveMb < 0)
    throw new Error(`LEASHLINE_DISK_RESERVE_MB is "${env.LEASHLINE_DISK_RESERVE_MB}": a whole number of megabytes is needed`);
  const folder = env.LEASHLINE_DATA || ".leashline";
  const data = isAbsolute(folder) ? folder : join(root, folder);
  return {
    port,
    ports: portsFrom(port),
    data,
    logs: join(data, "logs"),
    run: join(data, "run"),
    publicUrl: env.LEASHLINE_PUBLIC_URL || `http://localhost:${port}`,
    host,
    diskReserveMb,
    bundled: env.LEASHLINE_BUNDLE !== "0",
    demo: env.LEASHLINE_DEMO !== "0",
    database: env.LEASHLINE_POSTGRES_URL ? new URL(env.LEASHLINE_POSTGRES_URL).pathname.slice(1) || "leashline" : "leashline",
    given: {
      postgresAdminUrl: env.LEASHLINE_POSTGRES_ADMIN_URL || undefined,
      redisUrl: env.LEASHLINE_REDIS_URL || undefined,
      natsUrl: env.LEASHLINE_NATS_URL || undefined,
    },
  };
}

function hostingOf(env: NodeJS.ProcessEnv): Hosting {
  const host = env.LEASHLINE_HOST || "each";
  const role = env.LEASHLINE_ROLE || "both";
  if (host !== "each" && host !== "one")
    throw new Error(`LEASHLINE_HOST is "${host}": it may be "each" (one process per service) or "one"`);
  if (role !== "both" && (role !== "serve" || host === "one"))
    throw new Error(`LEASHLINE_ROLE is "${role}": with LEASHLINE_HOST=${host} it may be "both"${host === "each" ? ' or "serve"' : ""}`);
  return role === "serve" ? "apart" : host;
}

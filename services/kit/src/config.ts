import { availableParallelism } from "node:os";
import { type Limits, limitsOf, usualCallMs } from "./limits.ts";

/** What a process reads from its environment. Read once; a wrong value stops the boot with what and why. */
export type Config = {
  postgresUrl: string;
  dbPassword: string;
  redisUrl: string;
  natsUrl: string;
  /** Prefix of every NATS subject and Redis key, so that several installations can share the servers. */
  prefix: string;
  signingKey: string;
  publicUrl: string;
  poolSize: number;
  logLevel: string;
  limits: Limits;
  role: Role;
  env: NodeJS.ProcessEnv;
};

/** Answers calls; or moves events, listens to them and runs jobs; or both. */
export type Role = "serve" | "work" | "both";
const roles: readonly string[] = ["serve", "work", "both"] satisfies Role[];

const servicePorts = ["account", "calendar", "customer", "order", "payment", "message", "online-booking", "offering", "reporting"];

export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const problems: string[] = [];
  const need = (name: string): string => {
    const value = env[name];
    if (!value) problems.push(`${name} is not set`);
    return value ?? "";
  };
  const port = basePort(env);
  const config: Config = {
    postgresUrl: env.LEASHLINE_POSTGRES_URL ?? `postgres://127.0.0.1:${port + 13}/leashline`,
    dbPassword: need("LEASHLINE_DB_PASSWORD"),
    redisUrl: env.LEASHLINE_REDIS_URL ?? `redis://127.0.0.1:${port + 14}`,
    natsUrl: env.LEASHLINE_NATS_URL ?? `nats://127.0.0.1:${port + 15}`,
    prefix: env.LEASHLINE_PREFIX ?? "leashline",
    signingKey: need("LEASHLINE_SIGNING_KEY"),
    publicUrl: (env.LEASHLINE_PUBLIC_URL ?? `http://localhost:${port}`).replace(/\/$/, ""),
    poolSize: Number(env.LEASHLINE_DB_POOL ?? 8 * Math.max(1, Math.min(2, availableParallelism()))),
    logLevel: env.LEASHLINE_LOG ?? "info",
    role: (env.LEASHLINE_ROLE || "both") as Role,
    limits: limitsOf(Number(env.LEASHLINE_CALL_TIMEOUT_MS || usualCallMs)),
    env,
  };
  if (config.signingKey && config.signingKey.length < 32) problems.push("LEASHLINE_SIGNING_KEY must have at least 32 characters");
  if (!roles.includes(config.role)) problems.push(`LEASHLINE_ROLE must be one of ${roles.join(", ")}`);
  const { callMs } = config.limits;
  if (!Number.isInteger(callMs) || callMs < 100 || callMs > 600_000)
    problems.push("LEASHLINE_CALL_TIMEOUT_MS must be a whole number from 100 to 600000");
  if (!Number.isInteger(config.poolSize) || config.poolSize < 1) problems.push("LEASHLINE_DB_POOL must be a whole number above 0");
  if (problems.length > 0) throw new Error(`The settings do not allow a start: ${problems.join("; ")}.`);
  return config;
}

export function basePort(env: NodeJS.ProcessEnv = process.env): number {
  const port = Number(env.LEASHLINE_PORT ?? 8080);
  if (!Number.isInteger(port) || port < 1 || port > 65_000) throw new Error("LEASHLINE_PORT must be a port number.");
  return port;
}

const envName = (service: string): string => service.replaceAll("-", "_").toUpperCase();

/** Where a service listens and where others find it. */
export function serviceUrl(service: string, env: NodeJS.ProcessEnv = process.env): string {
  const index = servicePorts.indexOf(service);
  return env[`LEASHLINE_${envName(service)}_URL`] ?? `http://127.0.0.1:${basePort(env) + index + 1}`;
}

/** The service that owns a protobuf package: leashline.online_booking.v1 -> online-booking. */
export function ownerOf(typeName: string): string {
  return (typeName.split(".")[1] ?? "").replaceAll("_", "-");
}

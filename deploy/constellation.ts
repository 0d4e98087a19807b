import { isFree } from "./infra/ports.ts";

/**
 * The whole of Leashline on one machine: what runs, on which port, and what waits for what. Every port follows from one number,
 * LEASHLINE_PORT. The order of the services fixes their ports, so it never changes; new ones go to the end.
 */
export const services = [
  "account",
  "calendar",
  "customer",
  "order",
  "payment",
  "message",
  "online-booking",
  "offering",
  "reporting",
] as const;

export type Service = (typeof services)[number];
export type ProgramName = Service | "gateway" | "sandbox" | "services" | "work";

export interface Ports {
  gateway: number;
  services: Record<Service, number>;
  work: number;
  sandbox: number;
  sandboxMail: number;
  postgres: number;
  redis: number;
  nats: number;
}

export function portsFrom(base: number): Ports {
  const own = Object.fromEntries(services.map((name, index) => [name, base + 1 + index])) as Record<Service, number>;
  return {
    gateway: base,
    services: own,
    work: base + 10,
    sandbox: base + 11,
    sandboxMail: base + 12,
    postgres: base + 13,
    redis: base + 14,
    nats: base + 15,
  };
}

/** Why a port is wanted; for the message when it is taken. */
export function portUses(ports: Ports): [number, string][] {
  return [
    [ports.gateway, "gateway"],
    ...services.map((name): [number, string] => [ports.services[name], name]),
    [ports.work, "work"],
    [ports.sandbox, "sandbox"],
    [ports.sandboxMail, "sandbox mail"],
    [ports.postgres, "PostgreSQL"],
    [ports.redis, "Redis"],
    [ports.nats, "NATS"],
  ];
}

/** The first number from `from` on, in steps of a hundred, after which all our ports are free. */
export async function freeBase(from: number): Promise<number> {
  for (let base = from; base < 65_000; base += 100) {
    const free = await Promise.all(portUses(portsFrom(base)).map(([port]) => isFree(port)));
    if (free.every(Boolean)) return base;
  }
  throw new Error("there are no 16 free ports in a row on this machine");
}

export interface ProgramPlan {
  name: ProgramName;
  /** Source file, from the root of the repository. */
  entry: string;
  port: number;
  /** What must be ready before it starts. The services need each other only once they are called, so they start together. */
  after: readonly ("servers" | "schemas" | "web bundle")[];
  /** What it is told differently from the others. */
  env?: Record<string, string>;
  /** By how much it yields the processors to the others, as `nice` counts. */
  yields?: number;
}

/** How the services are spread over processes; `apart`: one each that answers, and one for the work of all. */
export type Hosting = "each" | "apart" | "one";

const after = ["servers", "schemas"] as const;

/** One process each, or (`LEASHLINE_HOST=one`) all nine services in one. */
export function programs(ports: Ports, host: Hosting): ProgramPlan[] {
  return [
    { name: "sandbox", entry: "deploy/sandbox/main.ts", port: ports.sandbox, after: [] },
    ...hosts(ports, host),
    { name: "gateway", entry: "gateway/src/main.ts", port: ports.gateway, after: ["servers", "web bundle"] },
  ];
}

function hosts(ports: Ports, host: Hosting): ProgramPlan[] {
  const all = { entry: "deploy/host-one.ts", after };
  if (host === "one") return [{ ...all, name: "services", port: ports.services.account }];
  const each = services.map((name): ProgramPlan => ({ name, entry: `services/${name}/src/main.ts`, port: ports.services[name], after }));
  if (host === "each") return each;
  const work: ProgramPlan = {
    ...all,
    name: "work",
    port: ports.work,
    env: { LEASHLINE_ROLE: "work", LEASHLINE_LISTEN_PORT: String(ports.work) },
    yields: 10,
  };
  return [...each, work];
}

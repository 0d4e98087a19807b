// A gateway in front of tiny but real kit services: the account service's resolving and signing in, and one service to call.
import { createHash } from "node:crypto";
import type { AddressInfo } from "node:net";
import type { DescService } from "@bufbuild/protobuf";
import { type Ctx, defineService, fail, implement, type RpcGroup, type ServiceDef } from "@leashline/kit";
import { eventually, startServers, type TestServers } from "@leashline/kit/test";
import type { Contract } from "@leashline/proto/descriptors/contract.ts";
import { CallerState, type ResolveSessionRequest } from "@leashline/proto/leashline/account/v1/resolve_session_pb.js";
import { SessionService } from "@leashline/proto/leashline/account/v1/session_service_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { type GatewayConfig, readGatewayConfig } from "../src/config.ts";
import { buildGateway } from "../src/gateway.ts";

export interface GatewayHarness {
  url: string;
  port: number;
  servers: TestServers;
  /** How often the account service was asked who somebody is. */
  resolved: () => number;
  /** Ends a session, as signing out does. */
  end: (token: string) => void;
  /** Gives somebody another role. */
  allow: (token: string, permissions: Permission[]) => void;
  /** Lets somebody into a company, as an invite does; nobody is told. */
  letIn: (token: string, companyId: string, businessId: string) => void;
  /** Resolves when the gateway hears notices. */
  natsReady: () => Promise<void>;
  /** Stops the gateway alone, where several run. */
  close: () => Promise<void>;
  stop: () => Promise<void>;
}

export const tokens = {
  owner: "owner-token",
  account: "account-token",
  other: "other-company-token",
  key: "llk_live_key",
  ending: "ending-token",
  clerk: "clerk-token",
  joining: "joining-token",
} as const;

const people: Record<string, object> = {
  [hash(tokens.owner)]: {
    accountId: "7",
    sessionId: "70",
    companyId: "1",
    businessId: "3",
    businessIds: ["3", "4"],
    staffId: "9",
    allPermissions: true,
    name: "Olive Owner",
  },
  [hash(tokens.account)]: { accountId: "8", sessionId: "80", companyId: "0", businessId: "0", staffId: "0" },
  [hash(tokens.other)]: {
    accountId: "5",
    sessionId: "50",
    companyId: "2",
    businessId: "6",
    businessIds: ["6"],
    staffId: "2",
    allPermissions: true,
  },
  [hash(tokens.ending)]: { accountId: "12", sessionId: "120", companyId: "1", businessId: "3", businessIds: ["3"], staffId: "12" },
  [hash(tokens.clerk)]: {
    accountId: "13",
    companyId: "1",
    businessId: "3",
    businessIds: ["3"],
    staffId: "13",
    permissions: [Permission.VIEW_CALENDAR],
  },
  [hash(tokens.joining)]: { accountId: "14", sessionId: "140", companyId: "0", businessId: "0", staffId: "0" },
  [hash(tokens.key)]: {
    accountId: "0",
    apiKeyId: "11",
    companyId: "1",
    businessId: "3",
    businessIds: ["3"],
    staffId: "0",
    permissions: [],
    name: "Key",
  },
};

function hash(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

type Handlers = Record<string, (request: never, ctx: Ctx) => Promise<object>>;

/** A service of the contract with just the RPCs a test needs; the others answer 404. */
export function rpcs(service: DescService, handlers: Handlers): RpcGroup {
  const all = Object.fromEntries(
    service.methods.map((method) => [
      method.localName,
      handlers[method.localName] ??
        (async () => {
          throw fail("NOT_FOUND");
        }),
    ]),
  );
  return implement(service, all as never);
}

export async function startGateway(
  groups: RpcGroup[],
  options: { config?: Partial<GatewayConfig>; sessions?: Handlers; contract?: Contract } = {},
): Promise<GatewayHarness> {
  let resolved = 0;
  const sessions = rpcs(SessionService, {
    async resolveSession(request: ResolveSessionRequest) {
      resolved++;
      const shown = request.sessionTokenHash.length > 0 ? request.sessionTokenHash : request.apiKeyHash;
      const person = people[Buffer.from(shown).toString("hex")] as { businessIds?: string[]; businessId: string } | undefined;
      if (!person) return { state: CallerState.UNKNOWN };
      const named = request.namedBusinessId;
      if (named !== "0" && !person.businessIds?.includes(named)) return { ...person, state: CallerState.REFUSED };
      return {
        state: CallerState.ACTIVE,
        timezoneName: "America/Los_Angeles",
        currencyCode: "USD",
        countryAlpha2Code: "US",
        ...person,
        ...(named === "0" ? {} : { businessId: named }),
      };
    },
    ...options.sessions,
  } as Handlers);
  const account: ServiceDef = defineService({
    name: "account",
    migrations: new URL("../../services/account/migrations/", import.meta.url),
    rpcs: [sessions, ...groups],
  });
  const servers = await startServers([account], { background: false });
  return {
    ...(await openGateway(servers, options.config, options.contract)),
    resolved: () => resolved,
    end: (token) => {
      delete people[hash(token)];
    },
    allow: (token, permissions) => {
      people[hash(token)] = { ...people[hash(token)], permissions };
    },
    letIn: (token, companyId, businessId) => {
      people[hash(token)] = { ...people[hash(token)], companyId, businessId, businessIds: [businessId], staffId: "14" };
    },
  };
}

export type OpenGateway = Omit<GatewayHarness, "resolved" | "end" | "allow" | "letIn">;

/** The real gateway before services that all answer at one address. */
export async function openGateway(servers: TestServers, config: Partial<GatewayConfig> = {}, contract?: Contract): Promise<OpenGateway> {
  const services = `http://127.0.0.1:${servers.running.port}`;
  const read = readGatewayConfig({
    ...process.env,
    ...servers.config.env,
    LEASHLINE_LOG: "error",
    LEASHLINE_PREFIX: servers.config.prefix,
    LEASHLINE_SIGNING_KEY: servers.config.signingKey,
  });
  const gateway = await buildGateway({ ...read, port: 0, listen: "127.0.0.1", serviceUrl: () => services, ...config }, contract);
  const port = await gateway.listen();
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    port,
    servers,
    natsReady: async () => {
      await eventually(async () => {
        const state = (await (await fetch(`${url}/readyz`)).json()) as { nats: string };
        if (state.nats !== "ok") throw new Error("nats is away");
      });
    },
    close: () => gateway.stop(),
    stop: async () => {
      await gateway.stop();
      await servers.stop();
    },
  };
}

export type { AddressInfo };

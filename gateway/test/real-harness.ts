// A gateway in front of the real account service, for what only the two together can show.
import type { DescService } from "@bufbuild/protobuf";
import { type Client, createClient, type Interceptor } from "@connectrpc/connect";
import { createConnectTransport } from "@connectrpc/connect-node";
import { service as account } from "@leashline/account";
import { defineService, implement } from "@leashline/kit";
import { eventually, partOf, startServers, type TestServers } from "@leashline/kit/test";
import { StaffAppointmentService } from "@leashline/proto/leashline/calendar/v1/staff_appointment_service_pb.js";
import { MailService } from "@leashline/proto/leashline/message/v1/mail_service_pb.js";
import { readGatewayConfig } from "../src/config.ts";
import { buildGateway } from "../src/gateway.ts";

const none = new URL("./none/", import.meta.url);
const neighbours = [
  defineService({
    name: "message",
    migrations: none,
    rpcs: [
      implement(MailService, {
        sendMail: async () => ({ mailId: "1" }),
        sendText: async () => ({ messageId: "1" }),
        sendToPerson: async () => ({}),
        sendTestText: async () => ({ messageId: "1" }),
      }),
    ],
  }),
  defineService({
    name: "calendar",
    migrations: none,
    rpcs: [
      partOf(StaffAppointmentService, {
        getStaffUpcomingCounts: async ({ staffIds }: { staffIds: string[] }) => ({ counts: staffIds.map((staffId) => ({ staffId })) }),
        transferStaffAppointments: async () => ({}),
      }),
    ],
  }),
];

export interface RealHarness {
  url: string;
  servers: TestServers;
  /** A client of a real HTTP call, with a session token, an API key or nothing. */
  as: <S extends DescService>(service: S, bearer?: string, onHeaders?: (headers: Headers) => void) => Client<S>;
  stop: () => Promise<void>;
}

/** The gateway remembers callers for a minute here, so that what a test sees within seconds came by a notice. */
export async function startReal(): Promise<RealHarness> {
  const servers = await startServers([account, ...neighbours]);
  const services = `http://127.0.0.1:${servers.running.port}`;
  const read = readGatewayConfig({
    ...process.env,
    ...servers.config.env,
    LEASHLINE_LOG: "error",
    LEASHLINE_PREFIX: servers.config.prefix,
    LEASHLINE_SIGNING_KEY: servers.config.signingKey,
  });
  const gateway = await buildGateway({ ...read, port: 0, listen: "127.0.0.1", callerSeconds: 60, serviceUrl: () => services });
  const url = `http://127.0.0.1:${await gateway.listen()}`;
  await eventually(async () => {
    const state = (await (await fetch(`${url}/readyz`)).json()) as { nats: string };
    if (state.nats !== "ok") throw new Error("nats is away");
  });
  const as: RealHarness["as"] = (service, bearer = "", onHeaders) => {
    const identify: Interceptor = (next) => async (request) => {
      if (bearer) request.header.set("authorization", `Bearer ${bearer}`);
      const response = await next(request);
      onHeaders?.(response.header);
      return response;
    };
    return createClient(service, createConnectTransport({ baseUrl: url, httpVersion: "1.1", interceptors: [identify] }));
  };
  return {
    url,
    servers,
    as,
    stop: async () => {
      await gateway.stop();
      await servers.stop();
    },
  };
}

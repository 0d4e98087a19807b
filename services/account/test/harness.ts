import type { DescService } from "@bufbuild/protobuf";
import type { Client } from "@connectrpc/connect";
import { type Caller, type Ctx, defineService, implement, nobody, type ServiceDef } from "@leashline/kit";
import { partOf, startServers, type TestServers } from "@leashline/kit/test";
import { AccountService } from "@leashline/proto/leashline/account/v1/account_service_pb.js";
import { CompanyService } from "@leashline/proto/leashline/account/v1/company_service_pb.js";
import { CallerState } from "@leashline/proto/leashline/account/v1/resolve_session_pb.js";
import { SessionService } from "@leashline/proto/leashline/account/v1/session_service_pb.js";
import { StaffAppointmentService } from "@leashline/proto/leashline/calendar/v1/staff_appointment_service_pb.js";
import { MailService, type SendMailRequest } from "@leashline/proto/leashline/message/v1/mail_service_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import { service } from "../src/main.ts";
import { sha256 } from "../src/shared/secrets.ts";

const empty = new URL("./none/", import.meta.url);
/** A calendar on which nobody has anything. */
const emptyCalendar = defineService({
  name: "calendar",
  migrations: empty,
  rpcs: [
    partOf(StaffAppointmentService, {
      getStaffUpcomingCounts: async ({ staffIds }: { staffIds: string[] }) => ({ counts: staffIds.map((staffId) => ({ staffId })) }),
      transferStaffAppointments: async () => ({}),
    }),
  ],
});

/** Companies that have prices, in a test of what depends on it. */
export const priced = new Set<string>();
const catalog = defineService({
  name: "offering",
  migrations: empty,
  rpcs: [
    partOf(CatalogService, { listServices: async (_: object, ctx: Ctx) => ({ services: priced.has(ctx.companyId) ? [{ id: "1" }] : [] }) }),
  ],
});
const noOrders = defineService({
  name: "order",
  migrations: empty,
  rpcs: [partOf(OrderService, { listOrderRecords: async () => ({ orders: [] }) })],
});

/** The account service, a letter box where the message service would be, and a calendar: an empty one unless given. */
export type Harness = {
  servers: TestServers;
  mails: SendMailRequest[];
  /** A person who has just signed up, as the gateway would know them. */
  signUp: (email: string, more?: { phoneNumber?: string; ip?: string; password?: string }) => Promise<Caller>;
  /** What a token is worth now, asked the way the gateway asks. */
  callerOf: (token: string, named?: { companyId?: string; businessId?: string }) => Promise<Caller>;
  as: <S extends DescService>(service: S, caller?: Partial<Caller>, idempotencyKey?: string) => Client<S>;
  /** An owner with a company of their own, and their token. */
  openCompany: (name: string) => Promise<{ owner: Caller; token: string }>;
  tokens: Map<string, string>;
};

export const password = "correct horse battery";
const gateway: Caller = { ...nobody, kind: "service", via: "gateway" };

export async function startHarness(neighbours: readonly ServiceDef[] = [emptyCalendar, catalog, noOrders]): Promise<Harness> {
  const mails: SendMailRequest[] = [];
  const letterBox = defineService({
    name: "message",
    migrations: empty,
    rpcs: [
      implement(MailService, {
        async sendMail(request) {
          mails.push(request);
          return { mailId: String(mails.length) };
        },
        sendText: () => Promise.reject(new Error("not part of this test")),
        sendToPerson: async () => ({}),
        sendTestText: () => Promise.reject(new Error("not part of this test")),
      }),
    ],
  });
  const servers = await startServers([service, letterBox, ...neighbours]);
  const as: Harness["as"] = (svc, caller = nobody, idempotencyKey = "") =>
    servers.client(svc, { ...nobody, ...caller }, { idempotencyKey });
  const tokens = new Map<string, string>();
  const callerOf: Harness["callerOf"] = async (token, named = {}) => {
    const facts = await as(SessionService, gateway).resolveSession({
      sessionTokenHash: sha256(token),
      namedCompanyId: named.companyId ?? "0",
      namedBusinessId: named.businessId ?? "0",
    });
    if (facts.state === CallerState.UNKNOWN) return { ...nobody };
    return {
      ...nobody,
      kind: facts.staffId === "0" ? "account" : "staff",
      accountId: facts.accountId,
      sessionId: facts.sessionId,
      companyId: facts.companyId,
      businessId: facts.businessId,
      businessIds: facts.businessIds,
      companyBusinessIds: facts.companyBusinessIds,
      staffId: facts.staffId,
      employeeCategory: facts.employeeCategory,
      permissions: facts.allPermissions ? "all" : facts.permissions,
      zone: facts.timezoneName || "UTC",
      currency: facts.currencyCode || "USD",
      country: facts.countryAlpha2Code || "US",
      name: facts.name,
      ip: "10.0.0.1",
    };
  };
  const signUp: Harness["signUp"] = async (email, more = {}) => {
    const from = { ...nobody, ip: more.ip ?? "10.0.0.1" };
    const { sessionToken } = await as(AccountService, from).signUp({
      email,
      password: more.password ?? password,
      firstName: "Pat",
      lastName: "Doe",
      phoneNumber: more.phoneNumber ?? "",
    });
    tokens.set(email, sessionToken);
    return await callerOf(sessionToken);
  };
  const openCompany: Harness["openCompany"] = async (name) => {
    const email = `${name.toLowerCase().replace(/\W/g, "")}@harness.test`;
    const person = await signUp(email);
    await as(CompanyService, person).createCompany({
      companyName: name,
      appType: 1,
      countryAlpha2Code: "US",
      timezoneName: "America/Los_Angeles",
      careTypes: ["GROOMING"],
      phoneNumber: "(206) 555-0100",
      address: { address1: "1 Pine St", city: "Seattle", state: "WA", zipcode: "98101", country: "United States" },
    });
    const token = tokens.get(email) as string;
    return { owner: await callerOf(token), token };
  };
  return { servers, mails, signUp, callerOf, as, openCompany, tokens };
}

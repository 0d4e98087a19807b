import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { DescMessage, DescService, MessageInitShape } from "@bufbuild/protobuf";
import { asTenant, type Ctx, databaseAccess, defineService, fail, type RpcGroup, type ServiceDef } from "@leashline/kit";
import { partOf, startServers, type TestServers } from "@leashline/kit/test";
import { TimeFormatType } from "@leashline/proto/leashline/account/v1/enums_pb.js";
import { BusinessChangedSchema } from "@leashline/proto/leashline/account/v1/events_pb.js";
import { StaffNoticeService } from "@leashline/proto/leashline/account/v1/staff_notice_service_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { AgreementLinkService } from "@leashline/proto/leashline/customer/v1/agreement_link_service_pb.js";
import { AgreementRecordService } from "@leashline/proto/leashline/customer/v1/agreement_record_service_pb.js";
import { ClientListService } from "@leashline/proto/leashline/customer/v1/client_list_service_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { ClientChangedSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import { IntakeFormService } from "@leashline/proto/leashline/customer/v1/intake_form_service_pb.js";
import { WebhookService } from "@leashline/proto/leashline/message/v1/webhook_pb.js";
import { AppointmentLinkService } from "@leashline/proto/leashline/online_booking/v1/appointment_link_pb.js";
import { BookingRequestService } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import { OnlineBookingSettingService } from "@leashline/proto/leashline/online_booking/v1/setting_pb.js";
import { ReceiptService } from "@leashline/proto/leashline/order/v1/receipt_pb.js";
import { PayLinkService } from "@leashline/proto/leashline/payment/v1/pay_link_service_pb.js";
import { service } from "../src/main.ts";

type Answers = Record<string, (request: never, ctx: Ctx) => Promise<unknown>>;

/** A neighbour that answers what a test lets it answer; everything else it does not know. */
function neighbour(name: string, ...parts: [DescService, Answers][]): ServiceDef {
  const unknown = async () => {
    throw fail("NOT_FOUND");
  };
  // Looked up on each call, so that a test can give an answer at any time.
  const rpcs = parts.map(([contract, answers]): RpcGroup => {
    const impl = new Proxy(answers, { get: (known, rpc) => (request: never, ctx: Ctx) => (known[String(rpc)] ?? unknown)(request, ctx) });
    return partOf(contract, impl as never);
  });
  return defineService({ name, migrations: new URL(`../../${name}/migrations/`, import.meta.url), rpcs });
}

const root = new URL("../../../", import.meta.url).pathname;

const sandboxToken = "a token for tests";

/** The sandbox as the process it is. */
async function startSandbox(publicUrl: string): Promise<{ child: ChildProcess; url: string; smtp: string }> {
  const child = spawn(process.execPath, ["deploy/sandbox/main.ts"], {
    cwd: root,
    env: {
      ...process.env,
      LEASHLINE_SANDBOX_PORT: "0",
      LEASHLINE_SANDBOX_SMTP_PORT: "0",
      LEASHLINE_PUBLIC_URL: publicUrl,
      LEASHLINE_SANDBOX_TOKEN: sandboxToken,
      LEASHLINE_DATA: mkdtempSync(join(tmpdir(), "message-sandbox-")),
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(createInterface({ input: child.stdout as NodeJS.ReadableStream }), "line")) as [string];
  const { url, smtp } = JSON.parse(line) as { url: string; smtp: string };
  return { child, url, smtp };
}

export type Sandbox = {
  url: string;
  api: <T>(path: string, method?: string, body?: unknown) => Promise<T>;
  texts: (to: string, wait?: number) => Promise<{ body: string; id: string; status: string; from: string }[]>;
  mails: (
    to: string,
    wait?: number,
  ) => Promise<
    {
      subject: string;
      text: string;
      html: string;
      id: string;
      from: string;
      replyTo: string;
      copies: number;
      headers: { key: string; value: string }[];
    }[]
  >;
  /** Answers as the client would from their phone: to the number that wrote last, or to another. */
  reply: (from: string, body: string, to?: string) => Promise<void>;
  fail: (provider: "twilio" | "mail", mode: string, remaining?: number) => Promise<void>;
};

function sandboxAt(url: string): Sandbox {
  const api = async <T>(path: string, method = "GET", body?: unknown): Promise<T> => {
    const response = await fetch(`${url}/sandbox/api${path}`, {
      method,
      headers: { authorization: `Bearer ${sandboxToken}` },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return (await response.json()) as T;
  };
  return {
    url,
    api,
    texts: async (to, wait = 15_000) =>
      (await api<{ texts: never[] }>(`/texts?direction=outbound-api&to=${encodeURIComponent(to)}&wait=${wait}`)).texts,
    mails: async (to, wait = 15_000) => (await api<{ mails: never[] }>(`/mails?to=${encodeURIComponent(to)}&wait=${wait}`)).mails,
    reply: async (from, body, to) => void (await api("/texts/reply", "POST", { from, body, ...(to && { to }) })),
    fail: async (provider, mode, remaining) =>
      void (await api(`/switches/${provider}`, "PUT", { mode, ...(remaining ? { remaining } : {}) })),
  };
}

export type MessageHarness = TestServers & {
  sandbox: Sandbox;
  account: Answers;
  calendar: Answers;
  customer: Answers;
  agreements: Answers;
  order: Answers;
  payment: Answers;
  onlineBooking: Answers;
  emit: <D extends DescMessage>(from: string, schema: D, event: MessageInitShape<D>, key: string, companyId?: string) => Promise<void>;
  keepBusiness: (businessId: string, change?: MessageInitShape<typeof BusinessChangedSchema>, companyId?: string) => Promise<void>;
  keepClient: (customerId: string, change?: MessageInitShape<typeof ClientChangedSchema>, companyId?: string) => Promise<void>;
};

/** Takes what the sandbox posts and hands it on as the gateway does. */
async function startWebhooks(handOn: () => TestServers | undefined): Promise<http.Server> {
  const server = http.createServer(async (req, res) => {
    const parts: Buffer[] = [];
    for await (const part of req) parts.push(part as Buffer);
    const servers = handOn();
    if (!servers) return void res.writeHead(503).end();
    const hooks = servers.client(WebhookService, { kind: "service", via: "gateway", companyId: "0", businessId: "0" });
    const request = { body: Buffer.concat(parts), signature: String(req.headers["x-twilio-signature"] ?? "none"), path: req.url ?? "" };
    try {
      await (req.url?.startsWith("/webhooks/twilio/sms") ? hooks.receiveTwilioMessage(request) : hooks.receiveTwilioStatus(request));
      res.writeHead(200).end("<Response/>");
    } catch {
      res.writeHead(503).end();
    }
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return server;
}

/** The message service on the real servers, the sandbox as a process, and neighbours that say what a test tells them to. */
export async function startMessageHarness({ numbers = "+12065550100" } = {}): Promise<MessageHarness> {
  let servers: TestServers | undefined;
  const hooks = await startWebhooks(() => servers);
  const publicUrl = `http://127.0.0.1:${(hooks.address() as AddressInfo).port}`;
  Object.assign(process.env, {
    LEASHLINE_PUBLIC_URL: publicUrl,
    LEASHLINE_TWILIO_ACCOUNT_SID: "ACtest",
    LEASHLINE_TWILIO_AUTH_TOKEN: "a token for tests",
    LEASHLINE_TWILIO_FROM: numbers,
    LEASHLINE_MAIL_FROM: "mail@leashline.test",
  });
  const { child, url, smtp } = await startSandbox(publicUrl);
  Object.assign(process.env, { LEASHLINE_TWILIO_API_BASE: url, LEASHLINE_SMTP_URL: smtp });
  const answers = {
    account: { listStaffToTell: async () => ({ staff: [] }) } as Answers,
    calendar: {} as Answers,
    customer: { batchGetClients: async () => ({ clients: [] }) } as Answers,
    agreements: {} as Answers,
    order: {} as Answers,
    onlineBooking: {} as Answers,
    payment: {} as Answers,
  };
  const neighbours = [
    neighbour("account", [StaffNoticeService, answers.account]),
    neighbour("calendar", [AppointmentService, answers.calendar]),
    neighbour(
      "customer",
      [ClientService, answers.customer],
      [ClientListService, answers.customer],
      [AgreementLinkService, answers.agreements],
      [AgreementRecordService, answers.agreements],
      [IntakeFormService, answers.agreements],
    ),
    neighbour("order", [ReceiptService, answers.order]),
    neighbour(
      "online-booking",
      [OnlineBookingSettingService, answers.onlineBooking],
      [BookingRequestService, answers.onlineBooking],
      [AppointmentLinkService, answers.onlineBooking],
    ),
    neighbour("payment", [PayLinkService, answers.payment]),
    neighbour("offering"),
  ];
  const started = await startServers([service, ...neighbours]);
  servers = started;
  const emit: MessageHarness["emit"] = async (from, schema, event, key, companyId = "1") => {
    const runtime = started.runtime(from);
    await databaseAccess().command(asTenant({ runtime }, { companyId, businessId: "1" }), async (tx) => tx.emit(schema, event, { key }));
  };
  const kept = (table: string, column: string, id: string, companyId: string) => async () => {
    const { rowCount } = await started.admin.query(`select from message.${table} where ${column} = $1 and company_id = $2`, [
      id,
      companyId,
    ]);
    if (!rowCount) throw new Error(`${table} ${id} has not arrived`);
  };
  return {
    ...started,
    sandbox: sandboxAt(url),
    ...answers,
    emit,
    keepBusiness: async (businessId, change = {}, companyId = "1") => {
      const business = {
        businessId,
        businessName: "Paws & Co",
        timezoneName: "America/Los_Angeles",
        currencyCode: "USD",
        countryAlpha2Code: "US",
        phoneNumber: "+12065550100",
        contactEmail: "shop@example.test",
        address: "1 Main St",
        timeFormatType: TimeFormatType.TIME_FORMAT_TYPE_12_HOURS,
        dateFormat: "MM/DD/YYYY",
        numberFormat: "1,234.56",
        ...change,
      };
      await emit("calendar", BusinessChangedSchema, business, `business-${businessId}`, companyId);
      await waitFor(kept("business", "business_id", businessId, companyId));
      // Tests run at any time of day.
      const awake = "insert into message.quiet_hours values ($1, $2, false, 1260, 480, 1) on conflict do nothing";
      await started.admin.query(awake, [companyId, businessId]);
    },
    keepClient: async (customerId, change = {}, companyId = "1") => {
      const nth = customerId.padStart(4, "0").slice(-4);
      const client = {
        customerId,
        firstName: "Ann",
        lastName: "Lee",
        phoneNumber: `206556${nth}`,
        email: `ann${customerId}@example.test`,
        sendAutoEmail: true,
        sendAutoMessage: true,
        preferredBusinessId: "1",
        ...change,
      };
      await emit("customer", ClientChangedSchema, client as never, `client-${customerId}`, companyId);
      await waitFor(kept("recipient", "customer_id", customerId, companyId));
    },
    stop: async () => {
      hooks.closeAllConnections();
      hooks.close();
      child.kill("SIGTERM");
      await started.stop();
    },
  };
}

export async function waitFor<T>(look: () => Promise<T>, withinMs = 25_000): Promise<T> {
  const end = Date.now() + withinMs;
  for (;;) {
    try {
      return await look();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }
}

export const phoneOf = (customerId: string): string => `+1206556${customerId.padStart(4, "0").slice(-4)}`;

/** An appointment some hours ahead, as the calendar's events tell of it. */
export function snapshot(
  appointmentId: string,
  customerId: string,
  change: { inHours?: number; status?: number; version?: number; bookingRequestId?: string; careType?: string; businessId?: string } = {},
) {
  const { inHours = 48, careType = "GROOMING", ...rest } = change;
  const start = Temporal.Now.zonedDateTimeISO("America/Los_Angeles").add({ hours: inHours });
  const stamp = (at: Temporal.ZonedDateTime) => ({ seconds: BigInt(Math.floor(at.epochMilliseconds / 1000)), nanos: 0 });
  const end = start.add({ minutes: 60 });
  return {
    appointmentId,
    businessId: "1",
    customerId,
    customerName: "Ann Lee",
    date: start.toPlainDate().toString(),
    endDate: end.toPlainDate().toString(),
    startTime: start.hour * 60 + start.minute,
    endTime: end.hour * 60 + end.minute,
    startAt: stamp(start),
    endAt: stamp(end),
    status: 1,
    source: "web",
    version: 1,
    lines: [
      {
        lineId: "1",
        petId: "1",
        petName: "Rex",
        serviceId: "1",
        serviceName: "Full groom",
        staffId: "5",
        staffName: "Ana Ruiz",
        startTime: 600,
        duration: 60,
        careType,
      },
    ],
    ...rest,
  };
}

import { createHmac } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { create, toBinary } from "@bufbuild/protobuf";
import { eventually, refusalOf } from "@leashline/kit/test";
import { StaffChangedSchema } from "@leashline/proto/leashline/account/v1/events_pb.js";
import { StaffService } from "@leashline/proto/leashline/account/v1/staff_service_pb.js";
import { TaxService } from "@leashline/proto/leashline/account/v1/tax_service_pb.js";
import { WebhookDeliveryState as S } from "@leashline/proto/leashline/account/v1/webhook_pb.js";
import { WebhookService } from "@leashline/proto/leashline/account/v1/webhook_service_pb.js";
import { ClientChangedSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import { AckPolicy, type ConsumerMessages } from "@nats-io/jetstream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Harness, startHarness } from "../../test/harness.ts";
import { endpointProblem, isPublicAddress } from "./address.ts";
import { send } from "./deliver.ts";
import { bodyOf, eventTypes, isEventType } from "./event-types.ts";
import { followEvents, forward } from "./follow.ts";
import { pauseAfter, pauses, signatureOf } from "./signing.ts";

describe("pure parts", () => {
  test.each([
    ["https://hooks.example.com/x", null],
    ["http://hooks.example.com", "The url must start with https://"],
    ["https://user:pw@hooks.example.com", "The url must not hold a password"],
    ["https://127.0.0.1/", "The address is not public"],
    ["https://169.254.169.254/latest", "The address is not public"],
    ["https://[::1]/", "The address is not public"],
    ["https://[::ffff:10.0.0.1]/", "The address is not public"],
    ["https://localhost/", "The address is not public"],
    ["https://0x7f000001/", "The address is not public"],
    ["nonsense", "invalid url"],
  ])("an endpoint at %s: %s", (url, problem) => expect(endpointProblem(url, false)).toBe(problem));

  test("private networks are told from public ones", () => {
    expect(["8.8.8.8", "2606:4700::1111"].every(isPublicAddress)).toBe(true);
    expect(
      [
        "10.1.2.3",
        "100.64.0.1",
        "172.20.0.1",
        "192.168.1.1",
        "fd00::1",
        "::ffff:127.0.0.1",
        "2002:7f00:1::1",
        "2001:0:1::1",
        "64:ff9b::7f00:1",
        "64:ff9b:1::1",
        "203.0.113.9",
        "x",
      ].some(isPublicAddress),
    ).toBe(false);
  });

  test("ten tries within three days", () => {
    const total = pauses.reduce((sum, pause) => sum + pause, 0);
    expect(total).toBeLessThanOrEqual(3 * 86_400);
    expect(total).toBeGreaterThan(2.5 * 86_400);
    expect([pauseAfter(1), pauseAfter(9), pauseAfter(50)]).toEqual([5, 72_000, 72_000]);
  });

  test("the signature is that of Standard Webhooks", () => {
    const secret = Buffer.from("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "base64");
    const body = '{"test": 2432232314}';
    expect(signatureOf(secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, body)).toBe("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
  });

  test("a name that turns out to be private is refused when connecting", async () => {
    await expect(send(new URL("https://localhost.localdomain.invalid/"), "{}", {}, false)).rejects.toThrow();
    for (const url of [
      "http://localhost:1/",
      "http://127.0.0.1:1/",
      "http://[::1]:1/",
      "http://169.254.169.254/latest",
      "http://2130706433:1/",
    ])
      await expect(send(new URL(url), "{}", {}, false), url).rejects.toThrow(/not a public address/);
  });

  test("every event of the contract can be chosen, parts of events cannot", () => {
    const names = eventTypes.map((t) => t.eventType);
    expect(names).toEqual(expect.arrayContaining(["account.staff_changed", "calendar.appointment_booked", "payment.payment_recorded"]));
    expect(names).not.toContain("calendar.appointment_snapshot");
  });

  test.each([
    ...["waitlist_entry_created", "waitlist_entry_changed", "waitlist_entry_deleted", "waitlist_offer_made", "waitlist_offer_accepted"],
    ...["waitlist_offer_declined", "waitlist_offer_ended", "change_request_asked", "change_request_answered"],
  ])("whoever listens may ask for online_booking.%s", (name) => expect(isEventType(`online_booking.${name}`)).toBe(true));

  test.each([
    { is: { created: true }, eventType: "customer.client_created" },
    { is: {}, eventType: "customer.client_changed" },
    { is: { deleted: true }, eventType: "customer.client_deleted" },
  ])("a client who is $is: $eventType, which can be chosen", ({ is, eventType }) => {
    const told = toBinary(ClientChangedSchema, create(ClientChangedSchema, { customerId: "5", firstName: "Ann", ...is }));
    const made = bodyOf(ClientChangedSchema.typeName, told, "1", new Date(0));
    expect(made?.eventType).toBe(eventType);
    expect(JSON.parse(made?.body ?? "")).toMatchObject({ type: eventType, companyId: "1", data: { customerId: "5", firstName: "Ann" } });
    expect(isEventType(eventType)).toBe(true);
  });
});

describe("delivery", () => {
  type Seen = { headers: http.IncomingHttpHeaders; body: string };
  let harness: Harness;
  let server: http.Server;
  let url: string;
  let answer = 200;
  let seen: Seen[] = [];
  beforeAll(async () => {
    server = http.createServer((request, response) => {
      let body = "";
      request.on("data", (chunk) => {
        body += chunk;
      });
      request.on("end", () => {
        seen.push({ headers: request.headers, body });
        response.writeHead(answer).end("thanks");
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
    harness = await startHarness();
    harness.servers.config.env.LEASHLINE_WEBHOOKS_PRIVATE = "1";
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await harness.servers.stop();
  });
  const valid = ({ headers, body }: Seen, secret: string): boolean => {
    const key = Buffer.from(secret.slice("whsec_".length), "base64");
    const expected = createHmac("sha256", key).update(`${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`).digest("base64");
    return String(headers["webhook-signature"]).split(" ").includes(`v1,${expected}`);
  };
  const arrived = async (n: number): Promise<Seen[]> =>
    await eventually(async () => {
      await harness.servers.runDue("account");
      expect(seen.length).toBeGreaterThanOrEqual(n);
      return seen;
    });

  test("events come here only while a company listens", async () => {
    const { bus } = harness.servers.runtime("account");
    const stream = await bus.ensureStream();
    const follows = async (): Promise<boolean> =>
      (await stream?.jsm.consumers.info(bus.streamName, "account__webhooks").catch(() => null)) !== null;
    const { owner } = await harness.openCompany("Comes and goes");
    const hooks = harness.as(WebhookService, owner);
    expect(await follows()).toBe(false);
    const { endpoint } = await hooks.createWebhookEndpoint({ url, eventTypes: ["account.staff_changed"] });
    await eventually(async () => expect(await follows()).toBe(true));
    await hooks.deleteWebhookEndpoint({ id: endpoint?.id as string });
    await eventually(async () => expect(await follows()).toBe(false));
  });

  test("the place in the stream is kept while another process waits there", async () => {
    const runtime = harness.servers.runtime("account");
    const { streamName } = runtime.bus;
    const durable = "account__webhooks";
    const stream = await runtime.bus.ensureStream();
    const place = async () => await stream?.jsm.consumers.info(streamName, durable).catch(() => null);
    // The service's own follower may be leaving just now: then once more.
    const others: (ConsumerMessages | undefined)[] = [];
    await eventually(async () => {
      await stream?.jsm.consumers.add(streamName, { durable_name: durable, ack_policy: AckPolicy.Explicit });
      const other = await (await stream?.js.consumers.get(streamName, durable))?.consume();
      others.push(other);
      void (async () => {
        for await (const message of other ?? []) message.ack();
      })();
      expect((await place())?.num_waiting).toBeGreaterThan(0);
    });
    const looks = async () => {
      const looked = Promise.withResolvers<void>();
      const ensureStream = () => runtime.bus.ensureStream().finally(looked.resolve);
      const following = followEvents({ ...runtime, bus: { ...runtime.bus, ensureStream } });
      await looked.promise;
      await following.stop();
    };
    await looks();
    expect(await place()).not.toBe(null);
    for (const other of others) other?.stop();
    await eventually(async () => {
      await looks();
      expect(await place()).toBe(null);
    });
  });

  test("following ends also when it is told to while it begins", async () => {
    const { owner } = await harness.openCompany("Begins and ends");
    const hooks = harness.as(WebhookService, owner);
    const { endpoint } = await hooks.createWebhookEndpoint({ url, eventTypes: ["account.staff_changed"] });
    const runtime = harness.servers.runtime("account");
    const [begins, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const ensureStream = async () => {
      begins.resolve();
      await goesOn.promise;
      return runtime.bus.ensureStream();
    };
    const following = followEvents({ ...runtime, bus: { ...runtime.bus, ensureStream } });
    await begins.promise;
    const ended = following.stop().then(() => "ended");
    goesOn.resolve();
    expect(await Promise.race([ended, pause(5_000, "goes on")])).toBe("ended");
    await hooks.deleteWebhookEndpoint({ id: endpoint?.id as string });
  });

  test("what happens is posted, signed, once; only chosen types; to nobody else's endpoint", async () => {
    const [{ owner }, { owner: other }] = [await harness.openCompany("Hooked"), await harness.openCompany("Elsewhere")];
    seen = [];
    const hooks = harness.as(WebhookService, owner);
    const { endpoint, secret } = await hooks.createWebhookEndpoint({ url, eventTypes: ["account.staff_changed"] });
    expect(secret).toMatch(/^whsec_/);
    await eventually(async () =>
      expect((await harness.servers.admin.query("select account.webhook_companies() as id")).rows).toEqual([{ id: owner.companyId }]),
    );
    await harness.as(TaxService, owner).addTaxRule({ taxName: "Not chosen", taxRate: "1" });
    await harness.as(StaffService, other).createStaff({ firstName: "Stranger" });
    await harness.as(StaffService, owner).createStaff({ firstName: "Hook" });
    const [first] = await arrived(1);
    expect(valid(first as Seen, secret)).toBe(true);
    expect(JSON.parse(first?.body ?? "")).toMatchObject({
      type: "account.staff_changed",
      companyId: owner.companyId,
      data: { firstName: "Hook", deleted: false },
    });
    const { deliveries } = await eventually(async () => {
      const found = await hooks.listWebhookDeliveries({ endpointId: endpoint?.id as string });
      expect(found.deliveries[0]?.state).toBe(S.DELIVERED);
      return found;
    });
    expect(deliveries).toHaveLength(1);
    expect(deliveries[0]).toMatchObject({ attempts: 1, lastStatus: 200, lastResponse: "thanks", messageId: first?.headers["webhook-id"] });
    const stored = await harness.servers.admin.query("select * from account.webhook_endpoint");
    expect(JSON.stringify(stored.rows)).not.toContain(Buffer.from(secret.slice(6), "base64").toString("hex"));
    const replay = await hooks.replayWebhookEvents({ endpointId: endpoint?.id as string });
    expect(replay).toMatchObject({ queued: 1, more: false });
    const again = await arrived(2);
    expect(again[1]?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
    expect((await hooks.replayWebhookEvents({ endpointId: endpoint?.id as string, cursor: replay.nextCursor })).queued).toBe(0);
  });

  test("when the stream is lost, nothing that happened before goes out: neither what did already nor what is older than the endpoint", async () => {
    const { owner } = await harness.openCompany("Lost stream");
    await harness.as(StaffService, owner).createStaff({ firstName: "Before" });
    const hooks = harness.as(WebhookService, owner);
    const { endpoint } = await hooks.createWebhookEndpoint({ url, eventTypes: ["account.staff_changed"] });
    const id = endpoint?.id as string;
    seen = [];
    await harness.as(TaxService, owner).addTaxRule({ taxName: "Not chosen then", taxRate: "1" });
    await harness.as(StaffService, owner).createStaff({ firstName: "Told" });
    await arrived(1);
    await hooks.updateWebhookEndpoint({ id, allEvents: true });
    const { bus } = harness.servers.runtime("account");
    const before = (await harness.servers.admin.query("select count(*)::int as n from account.outbox")).rows[0].n;
    expect(await (await bus.ensureStream())?.jsm.streams.delete(bus.streamName)).toBe(true);
    await eventually(
      async () => expect((await (await bus.ensureStream())?.jsm.streams.info(bus.streamName))?.state.messages).toBe(before),
      {
        withinMs: 20_000,
      },
    );
    await harness.as(StaffService, owner).createStaff({ firstName: "After" });
    await eventually(
      async () => {
        await harness.servers.runDue("account");
        expect(seen.map(({ body }) => JSON.parse(body).data.firstName)).toEqual(["Told", "After"]);
      },
      { withinMs: 20_000 },
    );
    const { deliveries } = await hooks.listWebhookDeliveries({});
    expect(deliveries).toHaveLength(2);
    const kept = await harness.servers.admin.query("select body from account.webhook_event where company_id = $1 order by id", [
      owner.companyId,
    ]);
    expect(kept.rows.map(({ body }) => JSON.parse(body).data.firstName ?? JSON.parse(body).data.taxName)).toEqual([
      "Not chosen then",
      "Told",
      "After",
    ]);
    await hooks.deleteWebhookEndpoint({ id });
  });

  test("a refused try comes again; a receiver that is gone is turned off; a rotated secret signs beside the old one", async () => {
    const { owner } = await harness.openCompany("Retry");
    const hooks = harness.as(WebhookService, owner);
    const made = await hooks.createWebhookEndpoint({ url });
    const id = made.endpoint?.id as string;
    seen = [];
    answer = 500;
    await hooks.testWebhookEndpoint({ id });
    await arrived(1);
    const waiting = await eventually(async () => {
      const found = (await hooks.listWebhookDeliveries({ endpointId: id })).deliveries[0];
      expect(found).toMatchObject({ state: S.PENDING, attempts: 1, lastStatus: 500 });
      return found;
    });
    expect(waiting?.nextAttemptTime).toBeDefined();
    answer = 200;
    const rotated = await hooks.rotateWebhookSecret({ id });
    await harness.servers.admin.query("update account.job set due_at = clock_timestamp() where kind = 'deliver-webhook' and state = 'due'");
    const [, second] = await arrived(2);
    expect(second?.headers["webhook-id"]).toBe(seen[0]?.headers["webhook-id"]);
    expect([valid(second as Seen, rotated.secret), valid(second as Seen, made.secret)]).toEqual([true, true]);
    answer = 410;
    await hooks.testWebhookEndpoint({ id });
    await arrived(3);
    await eventually(async () =>
      expect((await hooks.listWebhookEndpoints({})).endpoints[0]).toMatchObject({
        enabled: false,
        disabledReason: "The receiver said it is gone (410).",
      }),
    );
    expect((await refusalOf(hooks.testWebhookEndpoint({ id }))).code).toBe(900008);
    answer = 200;
    expect((await hooks.updateWebhookEndpoint({ id, enabled: true })).endpoint).toMatchObject({ enabled: true, disabledReason: "" });
    await hooks.deleteWebhookEndpoint({ id });
    expect((await hooks.listWebhookEndpoints({})).endpoints).toEqual([]);
  });

  /** As if every pause were over. */
  const hurry = async () => {
    await harness.servers.admin.query("update account.job set due_at = clock_timestamp() where kind = 'deliver-webhook' and state = 'due'");
    await harness.servers.runDue("account");
  };

  test("an event that comes twice is posted once to each endpoint, and a redirect is a refusal: nothing is posted elsewhere", async () => {
    const { owner } = await harness.openCompany("Twice told");
    const hooks = harness.as(WebhookService, owner);
    const ids = [await hooks.createWebhookEndpoint({ url }), await hooks.createWebhookEndpoint({ url })].map((made) => made.endpoint?.id);
    const event = create(StaffChangedSchema, { staffId: "5", firstName: "Echo" });
    const told = {
      typeName: StaffChangedSchema.typeName,
      data: toBinary(StaffChangedSchema, event),
      companyId: owner.companyId,
      id: "account-4711",
      at: new Date(),
    };
    seen = [];
    answer = 302;
    for (const _ of ["first", "again"]) await forward(harness.servers.runtime("account"), told);
    const tried = await eventually(async () => {
      await harness.servers.runDue("account");
      const { deliveries } = await hooks.listWebhookDeliveries({});
      expect(deliveries.every(({ attempts }) => attempts === 1)).toBe(true);
      return deliveries;
    });
    expect(tried.map(({ endpointId }) => endpointId).sort()).toEqual(ids.sort());
    expect(tried.map(({ messageId, state, lastStatus }) => [messageId, state, lastStatus])).toEqual(
      ids.map(() => ["evt_account-4711", S.PENDING, 302]),
    );
    answer = 200;
    await hurry();
    await eventually(async () => expect((await hooks.listWebhookDeliveries({ state: S.DELIVERED })).deliveries).toHaveLength(2));
    expect(seen.filter(({ headers }) => headers["webhook-id"] === "evt_account-4711")).toHaveLength(4);
    for (const id of ids) await hooks.deleteWebhookEndpoint({ id: id as string });
  });

  test("ten refusals in three days turn an endpoint off and say so; a rotated secret signs alone when the overlap is over", async () => {
    const { owner } = await harness.openCompany("Three days");
    const hooks = harness.as(WebhookService, owner);
    // Nothing that happens while a company is opened, so that the test's own message is the only one.
    const made = await hooks.createWebhookEndpoint({ url, eventTypes: ["calendar.appointment_booked"] });
    const id = made.endpoint?.id as string;
    answer = 503;
    await hooks.testWebhookEndpoint({ id });
    for (let attempt = 1; attempt <= 10; attempt++)
      await eventually(async () => {
        await hurry();
        expect((await hooks.listWebhookDeliveries({})).deliveries[0]?.attempts).toBeGreaterThanOrEqual(attempt);
      });
    expect((await hooks.listWebhookDeliveries({})).deliveries[0]).toMatchObject({ attempts: 10, state: S.FAILED, lastStatus: 503 });
    expect((await hooks.listWebhookEndpoints({})).endpoints[0]).toMatchObject({
      enabled: false,
      disabledReason: "Nothing was taken for three days.",
    });
    answer = 200;
    await hooks.updateWebhookEndpoint({ id, enabled: true });
    const rotated = await hooks.rotateWebhookSecret({ id });
    await harness.servers.admin.query("update account.webhook_endpoint set old_secret_until = now() - interval '1 second' where id = $1", [
      id,
    ]);
    seen = [];
    await hooks.testWebhookEndpoint({ id });
    const [last] = await arrived(1);
    expect([valid(last as Seen, rotated.secret), valid(last as Seen, made.secret)]).toEqual([true, false]);
    await hooks.deleteWebhookEndpoint({ id });
  });

  test("unknown event types and addresses are refused; strangers find nothing", async () => {
    const [{ owner }, { owner: other }] = [await harness.openCompany("Strict"), await harness.openCompany("Curious")];
    const hooks = harness.as(WebhookService, owner);
    expect((await refusalOf(hooks.createWebhookEndpoint({ url, eventTypes: ["no.such"] }))).code).toBe(400);
    expect((await refusalOf(hooks.createWebhookEndpoint({ url: "ftp://x.test/" }))).code).toBe(400);
    const { endpoint } = await hooks.createWebhookEndpoint({ url });
    expect((await refusalOf(harness.as(WebhookService, other).testWebhookEndpoint({ id: endpoint?.id as string }))).code).toBe(404);
  });
});

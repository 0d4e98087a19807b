import { readFileSync } from "node:fs";
import { join } from "node:path";
import { eventually, type SeenSpan, startCollector } from "@leashline/kit/test";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, openApi } from "../seed/api.ts";
import { openShop, type Shop, signIn, zone } from "../seed/shop.ts";
import { type App, startApp } from "./app.ts";
import { wireDay } from "./wire.ts";

// Every real process with an endpoint for traces: one booking is one connected trace, over processes and events.

let collector: Awaited<ReturnType<typeof startCollector>>;
let app: App;
let api: Api;
let shop: Shop;
const person = { firstName: "Wilhelmina", lastName: "Featherstone", phoneNumber: "+12065550188", email: "wil@featherstone.test" };

beforeAll(async () => {
  collector = await startCollector();
  app = await startApp({ demo: false, env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } });
  api = openApi(app.url);
  await signIn(api, app.owner.email, app.owner.password);
  shop = await openShop(api);
});
afterAll(async () => {
  await app?.stop();
  await collector?.stop();
});

const book = "leashline.calendar.v1.AppointmentService/BookAppointment";
const party = "leashline.customer.v1.VisitPartyService/GetVisitParty";

test("a booking is one connected trace: gateway, calendar, customer, their databases, and who heard of it", async () => {
  const made = await api.client(ClientService).createClientWithPets({ client: person, pets: [{ petName: "Archibald" }] });
  const outside = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  let traceId = "";
  const keep = (headers: Headers) => {
    traceId = headers.get("x-trace-id") ?? "";
  };
  await api.client(AppointmentService).bookAppointment(
    {
      customerId: made.client?.customerId ?? "0",
      staffId: shop.staff[0]?.staffId ?? "0",
      appointmentDate: wireDay(Temporal.Now.plainDateISO(zone).add({ days: 9 })),
      startTime: 600,
      override: { outsideWorkingHours: true, reason: "Opens early" },
      petServices: [{ petId: made.pets[0]?.petId ?? "0", services: [{ serviceId: shop.services[0]?.id ?? "0", duration: 60 }] }],
    },
    { headers: { traceparent: outside }, onHeader: keep },
  );
  expect(traceId).toMatch(/^[0-9a-f]{32}$/);
  const trace = () => collector.spans.filter((span) => span.traceId === traceId);
  const one = (service: string, kind: SeenSpan["kind"], name: string, within?: SeenSpan): SeenSpan => {
    const found = trace().find(
      (span) =>
        span.service === `leashline-${service}` &&
        span.kind === kind &&
        span.name === name &&
        (!within || span.parentSpanId === within.spanId),
    );
    if (!found) throw new Error(`no ${kind} span ${name} of ${service}`);
    return found;
  };
  await eventually(
    async () => {
      const entered = one("gateway", "server", book);
      const sent = one("gateway", "client", book);
      const booked = one("calendar", "server", book);
      const asked = one("calendar", "client", party);
      const answered = one("customer", "server", party);
      const read = one("customer", "client", "customer query", answered);
      const wrote = one("calendar", "client", "calendar command", booked);
      const heard = trace().filter((span) => span.kind === "consumer" && span.parentSpanId === booked.spanId);
      const steps = [entered, sent, booked, asked, answered, read].map((span) => [span.parentSpanId, span.spanId]);
      expect(steps.map(([parent]) => parent)).toEqual(["", ...steps.slice(0, -1).map(([, span]) => span)]);
      expect(new Set(heard.map((span) => span.service)).size).toBeGreaterThan(1);
      expect(booked.facts).toMatchObject({
        "rpc.service": "leashline.calendar.v1.AppointmentService",
        "rpc.method": "BookAppointment",
        "rpc.response.status_code": "ok",
      });
      expect(wrote.facts).toEqual({
        "db.system.name": "postgresql",
        "db.namespace": "calendar",
        "db.operation.name": "command book",
        "rpc.response.status_code": "ok",
      });
      // Somebody else's trace is linked, not continued.
      expect(entered.links).toEqual([expect.objectContaining({ traceId: outside.slice(3, 35), spanId: outside.slice(36, 52) })]);
    },
    { withinMs: 30_000 },
  );
  // The spans of what follows arrive in any order.
  await eventually(
    async () => {
      const ids = new Set(trace().map((span) => span.spanId));
      expect(trace().filter((span) => span.parentSpanId !== "" && !ids.has(span.parentSpanId))).toEqual([]);
    },
    { withinMs: 30_000 },
  );
});

test("a refusal shows its code in the spans, and traces hold no names, numbers, addresses or secrets", async () => {
  const refused = await api
    .client(AppointmentService)
    .getAppointment({ id: "987654321" })
    .catch((error) => error);
  expect(refused).toBeInstanceOf(Error);
  await eventually(
    async () => {
      const spans = collector.spans.filter((span) => span.name === "leashline.calendar.v1.AppointmentService/GetAppointment");
      expect(spans.map(({ service, facts }) => [service, facts["rpc.response.status_code"]])).toContainEqual([
        "leashline-calendar",
        "NotFound",
      ]);
    },
    { withinMs: 30_000 },
  );
  const secrets = Object.values(JSON.parse(readFileSync(join(app.data, "secrets.json"), "utf8")) as Record<string, string>);
  const said = collector.raw();
  const hidden = [...Object.values(person), "Archibald", app.owner.email, app.owner.password, "llk_", "Bearer", "select ", ...secrets];
  expect(hidden.filter((text) => said.includes(text))).toEqual([]);
});

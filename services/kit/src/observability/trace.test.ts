import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ClientChangedSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually, type SeenSpan, startCollector, startServers, type TestServers } from "../../test/index.ts";
import { nobody } from "../context.ts";
import { databaseAccess } from "../db/access.ts";
import { job } from "../db/job.ts";
import { migrateService } from "../db/migrate.ts";
import { consumer } from "../events/consumer.ts";
import type { Runtime } from "../runtime.ts";
import { defineService, start } from "../service.ts";
import { openTracer, readTraceSettings } from "./tracer.ts";

type Probe = { thing: { company_id: string; name: string } };
const { query, command } = databaseAccess<Probe>();
const told: unknown[] = [];
const note = job<{ text: string }>("note", {
  run: async (ctx, payload) => {
    told.push(payload);
    await query(ctx, (db) => db.selectFrom("thing").select("name").execute());
  },
});
const folder = mkdtempSync(join(tmpdir(), "traced-"));
writeFileSync(
  join(folder, "0001-thing.sql"),
  "create table thing (company_id bigint not null, name text not null, primary key (company_id, name)); select tenant_table('thing');",
);
const migrations = new URL(`file://${folder}/`);
const heard = consumer<typeof ClientChangedSchema, Probe>(ClientChangedSchema, async (tx, event) => {
  await tx.db.insertInto("thing").values({ company_id: tx.ctx.companyId, name: event.firstName }).execute();
});
const traced = defineService({ name: "traced", migrations, rpcs: [], consumers: [heard], jobs: [note] });

let collector: Awaited<ReturnType<typeof startCollector>>;
let servers: TestServers;
let runtime: Runtime;
let stop: () => Promise<void>;
beforeAll(async () => {
  collector = await startCollector();
  servers = await startServers([], { background: false });
  const adminUrl = new URL(process.env.LEASHLINE_POSTGRES_ADMIN_URL ?? "");
  adminUrl.pathname = new URL(servers.config.postgresUrl).pathname;
  await migrateService({ name: "traced", migrations, adminUrl: adminUrl.toString(), password: servers.config.dbPassword });
  servers.config.env.OTEL_EXPORTER_OTLP_ENDPOINT = collector.url;
  const running = await start([traced], { config: servers.config, port: 0 });
  stop = running.stop;
  runtime = running.runtimes.get("traced") as Runtime;
});
afterAll(async () => {
  await stop?.();
  await servers?.stop();
  await collector?.stop();
});

test("an event's effect is part of the trace that caused it; put-off work has its own, linked; a read and a write are named by their door", async () => {
  const step = runtime.tracer?.start({ kind: "server", name: "asked" });
  const ctx = runtime.context({ caller: { ...nobody, kind: "staff", companyId: "1", name: "Olive Owner" }, trace: step?.parent ?? "" });
  await command(ctx, async (tx) => {
    tx.emit(ClientChangedSchema, { customerId: "5", firstName: "Wilhelmina" }, { key: "5" });
    tx.schedule(note, { key: "1", dueAt: new Date(), payload: { text: "Archibald" } });
  });
  step?.end();
  const one = (kind: SeenSpan["kind"], name: string): SeenSpan => {
    const found = collector.spans.find((span) => span.kind === kind && span.name === name);
    if (!found) throw new Error(`no ${kind} span ${name}`);
    return found;
  };
  await eventually(async () => {
    const asked = one("server", "asked");
    expect([asked.service, asked.traceId]).toEqual(["leashline-traced", step?.traceId]);
    const wrote = one("client", "traced command");
    expect([wrote.traceId, wrote.parentSpanId]).toEqual([asked.traceId, asked.spanId]);
    const effect = one("consumer", "leashline.customer.v1.ClientChanged#0");
    expect([effect.traceId, effect.parentSpanId]).toEqual([asked.traceId, asked.spanId]);
    const worked = one("consumer", "job note");
    expect(worked.traceId).not.toBe(asked.traceId);
    expect(worked.links).toEqual([expect.objectContaining({ traceId: asked.traceId, spanId: asked.spanId })]);
    const read = one("client", "traced query");
    expect([read.parentSpanId, read.facts["db.operation.name"]]).toEqual([worked.spanId, "query"]);
  });
  expect(told).toEqual([{ text: "Archibald" }]);
  expect(["Wilhelmina", "Archibald", "Olive", "insert into", "select "].filter((text) => collector.raw().includes(text))).toEqual([]);
});

test("settings: nothing without an endpoint, the standard names, wrong ones stop the start", async () => {
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318/" };
  expect(readTraceSettings({})).toBeNull();
  expect(await openTracer("x", null)).toBeNull();
  expect(readTraceSettings({ ...endpoint, OTEL_SDK_DISABLED: "true" })).toBeNull();
  expect(readTraceSettings(endpoint)).toEqual({ url: "http://collector:4318/v1/traces", share: 1 });
  expect(readTraceSettings({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "http://c/x", OTEL_TRACES_SAMPLER_ARG: "0.25" })).toEqual({
    url: "http://c/x",
    share: 0.25,
  });
  expect(() => readTraceSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: "collector" })).toThrow(/OTEL_EXPORTER_OTLP_ENDPOINT/);
  expect(() => readTraceSettings({ ...endpoint, OTEL_TRACES_SAMPLER_ARG: "2" })).toThrow(/OTEL_TRACES_SAMPLER_ARG/);
});

import { ErrorCode } from "@leashline/kit";
import { refusalOf, startServers, type TestServers } from "@leashline/kit/test";
import { AddOnService } from "@leashline/proto/leashline/offering/v1/add_on_pb.js";
import { StayDay } from "@leashline/proto/leashline/offering/v1/additional_service_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { CompanyServiceService } from "@leashline/proto/leashline/offering/v1/company_service_pb.js";
import { RecordService } from "@leashline/proto/leashline/offering/v1/record_service_pb.js";
import { PriceUnit } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { service } from "../main.ts";

let servers: TestServers;
beforeAll(async () => {
  servers = await startServers([service]);
});
afterAll(() => servers.stop());

const catalog = () => servers.client(CatalogService);
const make = async (name: string, careType: string, options: object = {}, more: object = {}) =>
  (await catalog().createService({ service: { name, careType, options, ...more } })).service!;
const refused = async (call: Promise<unknown>) => {
  const { code, message, options } = await refusalOf(call);
  return { code, message, field: options.fields?.[0]?.field, reason: options.fields?.[0]?.reason };
};
const careTypes = ["GROOMING", "BOARDING", "DAYCARE", "EVALUATION", "DOG_WALKING", "GROUP_CLASS"];

const effects: [string, object, string[]][] = [
  ["requireDedicatedLodging", { requireDedicatedLodging: true }, ["BOARDING"]],
  ["requireDedicatedStaff", { requireDedicatedStaff: true }, ["GROOMING", "EVALUATION", "DOG_WALKING"]],
  ["prerequisiteClassIds", { prerequisiteClassIds: ["7"] }, ["GROUP_CLASS"]],
];
test.each(effects)("%s is kept where it has an effect, and refused by both faces for every other care type", async (name, options, of) => {
  for (const careType of careTypes) {
    const call = make(`${name} ${careType}`, careType, options);
    if (of.includes(careType)) expect((await call).options).toMatchObject(options);
    else expect(await refused(call)).toMatchObject({ code: ErrorCode.PARAMS_INVALID, field: `service.options.${name}` });
  }
  const input = { name: `${name} by company`, careTypeId: of.includes("BOARDING") ? "1" : "2", options };
  const company = servers.client(CompanyServiceService).createCompanyService({ service: input });
  expect(await refused(company)).toMatchObject({ field: `service.options.${name}` });
});

test("others hear who does a service that is always somebody's work, and which boarding is in a room of its own", async () => {
  const work = await make("Hand strip", "GROOMING", { requireDedicatedStaff: true }, { availability: { staffIds: ["7"] } });
  const suite = await make("Suite", "BOARDING", { requireDedicatedLodging: true });
  const { services } = await servers.client(RecordService, { via: "order" }).listServiceRecords({});
  const told = (id: string) => services.find(({ serviceId }) => serviceId === id);
  expect(told(work.id)).toMatchObject({ requireDedicatedStaff: true, staffIds: ["7"], requireDedicatedLodging: false });
  expect(told(suite.id)).toMatchObject({ requireDedicatedStaff: false, requireDedicatedLodging: true });
});

test("a daycare becomes another one that lasts longer, and that one stays while it does", async () => {
  const full = await make("Full day", "DAYCARE");
  const rule = (targetServiceId: string) => ({ autoRolloverRule: { enabled: true, afterMinute: 30, targetServiceId } });
  const half = await make("Half day", "DAYCARE", rule(full.id), { duration: 240 });
  expect(half.options).toMatchObject(rule(full.id));
  const save = (id: string, targetServiceId: string) => catalog().updateService({ id, service: { options: rule(targetServiceId) } });
  const field = "service.options.autoRolloverRule.targetServiceId";
  expect(await refused(save(full.id, half.id))).toMatchObject({ field, reason: "must be a daycare that lasts longer than this one" });
  expect(await refused(save(half.id, half.id))).toMatchObject({ field, reason: "is this service itself" });
  expect(await refused(save(half.id, "999"))).toMatchObject({ code: ErrorCode.SERVICE_NOT_FOUND, field });
  expect(await refused(make("Bath for long", "GROOMING", rule(full.id)))).toMatchObject({ field: "service.options.autoRolloverRule" });
  expect(await refused(catalog().deleteService({ id: full.id }))).toMatchObject({
    code: ErrorCode.STATE_CONFLICT,
    message: "Half day brings this along or becomes it. Change Half day first.",
  });
  const askedBy = async () => (await catalog().getServiceUses({ id: full.id })).askingServiceNames;
  expect(await askedBy()).toEqual(["Half day"]);
  const off = { autoRolloverRule: { enabled: false, afterMinute: 30, targetServiceId: full.id } };
  expect((await catalog().updateService({ id: half.id, service: { options: off } })).service?.options).toMatchObject(off);
  expect(await askedBy(), "what is switched off asks for nothing").toEqual([]);
  await catalog().deleteService({ id: full.id });
});

test("a service comes with grooming and walks that are there, not with itself, and those stay while it does", async () => {
  const nails = await make("Nail trim", "GROOMING");
  const night = await make("A night", "BOARDING");
  const spa = await make("Spa", "GROOMING", { bundleServiceIds: [nails.id] });
  const save = (...bundleServiceIds: string[]) => catalog().updateService({ id: spa.id, service: { options: { bundleServiceIds } } });
  const field = "service.options.bundleServiceIds";
  expect(await refused(save(night.id))).toMatchObject({ field, reason: "A night cannot come with it: only grooming and walks can" });
  expect(await refused(save(spa.id))).toMatchObject({ field, reason: "is this service itself" });
  expect(await refused(save("999"))).toMatchObject({ code: ErrorCode.SERVICE_NOT_FOUND, field });
  expect(await refused(make("Night and nails", "BOARDING", { bundleServiceIds: [nails.id] }))).toMatchObject({ field });
  expect((await catalog().getServiceUses({ id: nails.id })).askingServiceNames).toEqual(["Spa"]);
  expect(await refused(catalog().deleteService({ id: nails.id }))).toMatchObject({ code: ErrorCode.STATE_CONFLICT });
  await save();
  await catalog().deleteService({ id: nails.id });
});

test("boarding adds grooming that is there to its stays, each once for a day, and that stays while it does", async () => {
  const bath = await make("Going-home bath", "GROOMING");
  const day = await make("A day with us", "DAYCARE");
  const rule = (...applyRules: object[]) => ({ additionalServiceRule: { enable: true, minStayLength: 3, applyRules } });
  const last = { serviceId: bath.id, stayDay: StayDay.LAST };
  for (const careType of careTypes.filter((one) => one !== "BOARDING"))
    expect(await refused(make(`Adding ${careType}`, careType, rule(last)))).toMatchObject({
      code: ErrorCode.PARAMS_INVALID,
      field: "service.options.additionalServiceRule",
    });
  const field = "service.options.additionalServiceRule.applyRules";
  expect(await refused(make("Suite without", "BOARDING", rule()))).toMatchObject({ field, reason: "names no service to add" });
  expect(await refused(make("Suite twice", "BOARDING", rule(last, last)))).toMatchObject({
    field,
    reason: expect.stringContaining("twice"),
  });
  const unknown = rule({ serviceId: "999", stayDay: StayDay.FIRST });
  expect(await refused(make("Suite of old", "BOARDING", unknown))).toMatchObject({ code: ErrorCode.SERVICE_NOT_FOUND, field });
  const wrong = rule({ serviceId: day.id, stayDay: StayDay.EVERY });
  expect(await refused(make("Suite and day", "BOARDING", wrong))).toMatchObject({
    field,
    reason: expect.stringContaining("A day with us"),
  });
  const suite = await make("Suite with bath", "BOARDING", rule(last, { serviceId: bath.id, stayDay: StayDay.FIRST }));
  expect(suite.options?.additionalServiceRule).toMatchObject({
    enable: true,
    minStayLength: 3,
    applyRules: [last, { stayDay: StayDay.FIRST }],
  });
  expect((await catalog().getServiceUses({ id: bath.id })).askingServiceNames).toEqual(["Suite with bath"]);
  expect(await refused(catalog().deleteService({ id: bath.id }))).toMatchObject({ code: ErrorCode.STATE_CONFLICT });
  const off = { additionalServiceRule: { enable: false, minStayLength: 3, applyRules: [last] } };
  await catalog().updateService({ id: suite.id, service: { options: off }, updateMask: { paths: ["options"] } });
  await catalog().deleteService({ id: bath.id });
});

test("boarding adds its add-ons to its stays, those that go with it, and they stay while it does", async () => {
  const addOns = servers.client(AddOnService);
  const add = async (name: string, more: object) => (await addOns.createAddOn({ addOn: { name, ...more } })).addOn;
  const walk = await add("Long walk", { careType: "BOARDING", stayDay: StayDay.EVERY });
  const nails = await add("Nail trim", { careType: "GROOMING" });
  const inn = await make("Inn", "BOARDING");
  const cuddles = await add("Cuddles", { careType: "BOARDING", applicableServiceIds: [inn.id] });
  expect([walk?.stayDay, cuddles?.stayDay, nails?.stayDay]).toEqual([StayDay.EVERY, StayDay.LAST, StayDay.UNSPECIFIED]);
  const refusal = await refused(add("Teeth", { careType: "GROOMING", stayDay: StayDay.FIRST }));
  expect(refusal).toMatchObject({ field: "addOn.stayDay", reason: "only add-ons of boarding are on certain days of a stay" });
  const [taken] = (await catalog().batchGetServices({ ids: [walk!.id], withAddOns: true })).services;
  expect(taken).toMatchObject({ addOn: true, stayDay: StayDay.EVERY, priceUnit: PriceUnit.PER_DAY });
  const rule = (id: string | undefined) => ({
    additionalServiceRule: { enable: true, minStayLength: 3, applyRules: [{ serviceId: id, stayDay: StayDay.FIRST }] },
  });
  const field = "service.options.additionalServiceRule.applyRules";
  expect(await refused(make("Suite with nails", "BOARDING", rule(nails?.id)))).toMatchObject({
    field,
    reason: expect.stringContaining("Nail trim"),
  });
  expect(await refused(make("Suite with cuddles", "BOARDING", rule(cuddles?.id)))).toMatchObject({
    field,
    reason: "Cuddles does not go with this service",
  });
  const suite = await make("Suite with walks", "BOARDING", rule(walk?.id));
  expect(await refused(addOns.deleteAddOn({ id: walk!.id }))).toMatchObject({ code: ErrorCode.STATE_CONFLICT });
  await catalog().deleteService({ id: suite.id });
  await addOns.deleteAddOn({ id: walk!.id });
});

test("two people who have two services come with each other at once are both served", async () => {
  for (let round = 0; round < 8; round++) {
    const [a, b] = [await make(`First of ${round}`, "GROOMING"), await make(`Second of ${round}`, "GROOMING")];
    const bring = (id: string, other: string) =>
      catalog().updateService({ id, service: { options: { bundleServiceIds: [other] } }, updateMask: { paths: ["options"] } });
    const saved = await Promise.all([bring(a.id, b.id), bring(b.id, a.id)]);
    expect(saved.map(({ service }) => service?.options?.bundleServiceIds)).toEqual([[b.id], [a.id]]);
  }
});

test("a service that asks for an evaluation and that evaluation are changed at once without either waiting for the other for good", async () => {
  for (let round = 0; round < 8; round++) {
    const gate = await make(`Gate ${round}`, "EVALUATION");
    const gated = await make(`Gated ${round}`, "DAYCARE");
    const save = (id: string, options: object) => catalog().updateService({ id, service: { options }, updateMask: { paths: ["options"] } });
    const [asks, brings] = await Promise.allSettled([
      save(gated.id, { evaluationServiceId: gate.id }),
      refused(save(gate.id, { bundleServiceIds: [gated.id] })),
    ]);
    expect([asks.status, brings]).toMatchObject(["fulfilled", { value: { code: ErrorCode.PARAMS_INVALID } }]);
  }
});

test("the services of another company are not named by one's own, not changed, not told of, and hold none of them back", async () => {
  const longDay = await make("Our long day", "DAYCARE");
  const brush = await make("Our brush", "GROOMING", { requireDedicatedStaff: true });
  const gate = await make("Our gate", "EVALUATION");
  const theirs = servers.client(CatalogService, { companyId: "2" });
  const naming: [string, object, string][] = [
    ["DAYCARE", { autoRolloverRule: { enabled: true, targetServiceId: longDay.id } }, "autoRolloverRule.targetServiceId"],
    ["GROOMING", { bundleServiceIds: [brush.id] }, "bundleServiceIds"],
    ["GROOMING", { evaluationServiceId: gate.id }, "evaluationServiceId"],
  ];
  for (const [careType, options, name] of naming) {
    const call = theirs.createService({ service: { name: `Their ${name}`, careType, options, duration: 60 } });
    expect(await refused(call)).toMatchObject({ code: ErrorCode.SERVICE_NOT_FOUND, field: `service.options.${name}` });
  }
  const change = theirs.updateService({ id: brush.id, service: { options: { requireDedicatedStaff: false } } });
  expect(await refused(change)).toMatchObject({ code: ErrorCode.SERVICE_NOT_FOUND });
  expect((await catalog().getService({ id: brush.id })).service?.options?.requireDedicatedStaff).toBe(true);
  const { services } = await servers.client(RecordService, { via: "order", companyId: "2" }).listServiceRecords({});
  expect(services).toEqual([]);
  const { service: spa } = await theirs.createService({ service: { name: "Their spa", careType: "GROOMING" } });
  const bundle = JSON.stringify({ bundleServiceIds: [brush.id] });
  await servers.admin.query("update offering.service set options = $2 where id = $1", [spa!.id, bundle]);
  expect((await catalog().getServiceUses({ id: brush.id })).askingServiceNames).toEqual([]);
  await catalog().deleteService({ id: brush.id });
});

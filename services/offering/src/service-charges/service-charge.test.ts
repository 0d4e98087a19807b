import { readFile } from "node:fs/promises";
import { ErrorCode } from "@leashline/kit";
import { refusalOf, startServers, type TestServers } from "@leashline/kit/test";
import { RecordService } from "@leashline/proto/leashline/offering/v1/record_service_pb.js";
import {
  ChargeApplyType as Apply,
  ServiceChargeService,
  SurchargeType as Type,
} from "@leashline/proto/leashline/offering/v1/service_charge_service_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { taxesAre } from "../../test/taxes.ts";
import { service } from "../main.ts";

let servers: TestServers;
beforeAll(async () => {
  servers = await startServers([{ ...service, rpcs: [...service.rpcs, taxesAre(["3"])] }]);
});
afterAll(() => servers?.stop());

const api = (companyId = "1") => servers.client(ServiceChargeService, { companyId });
const usd = (units: number) => ({ currencyCode: "USD", units: BigInt(units), nanos: 0 });
const made = async (more: object, companyId = "1") =>
  (await api(companyId).createServiceCharge({ name: "Matting", price: usd(15), isActive: true, ...more })).serviceCharge!;
const refused = async (call: Promise<unknown>) => {
  const { code, options } = await refusalOf(call);
  return [code, options.fields?.[0]?.field];
};

test("what is made is shown; a name once, a price above nothing, and hours only past a time", async () => {
  const one = await made({ name: "  Matting " });
  expect(one).toMatchObject({ name: "Matting", price: usd(15), isActive: true, applyType: Apply.PER_VISIT, version: 1 });
  expect((await api().getServiceCharge({ serviceChargeId: one.serviceChargeId })).serviceCharge).toEqual(one);
  expect(await refused(made({ name: "matting" }))).toEqual([ErrorCode.RULE_EXISTS, "name"]);
  expect(await refused(made({ name: "Free", price: usd(0) }))).toEqual([ErrorCode.PARAMS_INVALID, "price"]);
  expect(await refused(made({ name: "Hours", applyType: Apply.PER_HOUR }))).toEqual([ErrorCode.PARAMS_INVALID, "applyType"]);
  const { serviceChargeId } = one;
  const dearer = (await api().updateServiceCharge({ serviceChargeId, price: usd(20), version: 1 })).serviceCharge;
  expect(dearer).toMatchObject({ name: "Matting", price: usd(20), isActive: true, version: 2 });
  expect(await refused(api().updateServiceCharge({ serviceChargeId, updateMask: { paths: ["price"] } }))).toEqual([
    ErrorCode.PARAMS_INVALID,
    "price",
  ]);
  expect((await refused(api().updateServiceCharge({ serviceChargeId, isActive: false, version: 1 })))[0]).toBe(ErrorCode.VERSION_CONFLICT);
});

test("a charge that puts itself onto bills says for whom and where, and is told to other services; one that is due by its time does not", async () => {
  const more = { autoApply: true, careTypes: ["BOARDING"], businessIds: ["1"] };
  const one = await made({ name: "Cleaning", ...more }, "6");
  expect(one).toMatchObject(more);
  const late = { name: "Late", autoApply: true, surchargeType: Type.LATE_PICK_UP, time: 1080 };
  expect(await refused(made(late, "6"))).toEqual([ErrorCode.PARAMS_INVALID, "autoApply"]);
  const { serviceChargeId } = one;
  const all = await api("6").updateServiceCharge({ serviceChargeId, updateMask: { paths: ["care_types", "business_ids"] } });
  expect(all.serviceCharge).toMatchObject({ autoApply: true, careTypes: [], businessIds: [] });
  const told = await servers.client(RecordService, { via: "order", companyId: "6" }).listServiceChargeRecords({});
  expect(told.serviceCharges.map(({ serviceCharge, deleted }) => [serviceCharge?.name, deleted])).toEqual([["Cleaning", false]]);
});

test("a charge for what pets are given puts itself onto bills, for each time or each pet, and has a tax of its own", async () => {
  const medication = { surchargeType: Type.MEDICATION, applyType: Apply.PER_ADMINISTRATION, autoApply: true, taxId: "3" };
  const one = await made({ name: "Medication", ...medication }, "7");
  expect(one).toMatchObject(medication);
  expect(await refused(made({ name: "By hand", ...medication, autoApply: false }, "7"))).toEqual([ErrorCode.PARAMS_INVALID, "autoApply"]);
  for (const surchargeType of [Type.UNSPECIFIED, Type.LATE_PICK_UP])
    expect(await refused(made({ name: "Each time", ...medication, autoApply: false, surchargeType }, "7"))).toEqual([
      ErrorCode.PARAMS_INVALID,
      "applyType",
    ]);
  expect(await refused(made({ name: "Hours", ...medication, applyType: Apply.PER_HOUR }, "7"))).toEqual([
    ErrorCode.PARAMS_INVALID,
    "applyType",
  ]);
  expect(await refused(api("7").checkLatePickUp({ surchargeType: Type.MEDICATION, time: 900 }))).toEqual([
    ErrorCode.PARAMS_INVALID,
    "surchargeType",
  ]);
  const untaxed = await api("7").updateServiceCharge({ serviceChargeId: one.serviceChargeId, updateMask: { paths: ["tax_id"] } });
  expect(untaxed.serviceCharge).toMatchObject({ taxId: "0", surchargeType: Type.MEDICATION });
});

test("surcharge-conditions: who leaves after its time pays the nearest late pick-up, who comes before its time the early drop-off", async () => {
  const late = { surchargeType: Type.LATE_PICK_UP };
  await made({ name: "After six", ...late, time: 1080, applyType: Apply.PER_PET }, "3");
  await made({ name: "After seven", ...late, time: 1140, applyType: Apply.PER_HOUR, price: usd(25) }, "3");
  await made({ name: "Not any more", ...late, time: 1200, isActive: false }, "3");
  await made({ name: "Before seven", surchargeType: Type.EARLY_DROP_OFF, time: 420 }, "3");
  const at = async (time: number, more: object = {}) => {
    const { serviceCharge, quantity, totalPrice } = await api("3").checkLatePickUp({ time, ...more });
    return serviceCharge && [serviceCharge.name, quantity, Number(totalPrice?.units)];
  };
  expect(await at(1080)).toBeUndefined();
  expect(await at(1081, { pets: 2 })).toEqual(["After six", 2, 30]);
  expect(await at(1140)).toEqual(["After six", 1, 15]);
  expect(await at(1205, { pets: 2 })).toEqual(["After seven", 2, 50]);
  const early = { surchargeType: Type.EARLY_DROP_OFF };
  expect(await at(420, early)).toBeUndefined();
  expect(await at(400, { ...early, pets: 3 })).toEqual(["Before seven", 1, 15]);
});

test("surcharges that were there before the upgrade are for boarding and daycare at every location, unless they said otherwise", async () => {
  const late = { surchargeType: Type.LATE_PICK_UP, time: 1080 };
  await made({ name: "Late", ...late }, "8");
  await made({ name: "Here", ...late, careTypes: ["GROOMING"], businessIds: ["1"] }, "8");
  await made({ name: "By hand" }, "8");
  const file = await readFile(new URL("../../migrations/0017-surcharges-by-place.sql", import.meta.url), "utf8");
  await servers.admin.query(file.replace("update service_charge", "update offering.service_charge"));
  const { serviceCharges } = await api("8").listServiceCharges({});
  expect(serviceCharges.map(({ careTypes, businessIds, version }) => [careTypes, businessIds, version])).toEqual([
    [["BOARDING", "DAYCARE"], [], 2],
    [["GROOMING"], ["1"], 1],
    [[], [], 1],
  ]);
});

test("a list goes on after its token; deleted twice it is gone once; another company's is not found", async () => {
  for (const name of ["a", "b", "c"]) await made({ name, isActive: name !== "b" }, "4");
  const first = await api("4").listServiceCharges({ pageSize: 2 });
  const rest = await api("4").listServiceCharges({ pageSize: 2, pageToken: first.nextPageToken });
  expect([first, rest].map((page) => [page.serviceCharges.map(({ name }) => name), page.total])).toEqual([
    [["a", "b"], 3],
    [["c"], 3],
  ]);
  expect((await api("4").listServiceCharges({ activeOnly: true })).total).toBe(2);
  const { serviceChargeId } = first.serviceCharges[0]!;
  expect((await refused(api("5").getServiceCharge({ serviceChargeId })))[0]).toBe(ErrorCode.NOT_FOUND);
  await api("5").deleteServiceCharge({ serviceChargeId });
  expect((await api("4").listServiceCharges({})).total).toBe(3);
  for (const _ of [1, 2]) await api("4").deleteServiceCharge({ serviceChargeId });
  expect((await refused(api("4").getServiceCharge({ serviceChargeId })))[0]).toBe(ErrorCode.NOT_FOUND);
});

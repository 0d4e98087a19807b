import { readFile } from "node:fs/promises";
import { create, toBinary } from "@bufbuild/protobuf";
import { deliver } from "@leashline/kit/events/consumer.ts";
import { refusalOf } from "@leashline/kit/test";
import { BusinessService } from "@leashline/proto/leashline/account/v1/business_service_pb.js";
import { TaxService } from "@leashline/proto/leashline/account/v1/tax_service_pb.js";
import { ServiceChangedSchema, ServiceChargeChangedSchema } from "@leashline/proto/leashline/offering/v1/events_pb.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Harness, startHarness } from "../../test/harness.ts";
import { serviceChanged, serviceChargeChanged } from "./tax.events.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(async () => {
  await harness.servers.stop();
});
const codeOf = async (call: Promise<unknown>): Promise<number> => (await refusalOf(call)).code;

describe("taxes", () => {
  test("rule-already-exists: the same name and rate twice answers 20038", async () => {
    const { owner } = await harness.openCompany("Tax twice");
    const taxes = harness.as(TaxService, owner);
    const { taxRule } = await taxes.addTaxRule({ taxName: "Sales tax", taxRate: "10.25" });
    expect(taxRule).toMatchObject({ taxRate: "10.25", status: 1 });
    const refusal = await refusalOf(taxes.addTaxRule({ taxName: "sales TAX", taxRate: "10.2500" }));
    expect([refusal.code, refusal.message]).toEqual([20038, "Rule already exists, please change it."]);
    expect((await taxes.updateTaxRule({ id: taxRule?.id as string, taxRate: "9" })).taxRule).toMatchObject({
      taxRate: "9",
      taxName: "Sales tax",
      version: 2,
    });
    for (const taxRate of ["101", "1e3", "-1", "1.23456"]) expect(await codeOf(taxes.addTaxRule({ taxName: "Bad", taxRate }))).toBe(400);
  });

  test("tax-in-use-no-delete: 20014 while a service names it, by what the catalogue tells", async () => {
    const { owner } = await harness.openCompany("Tax use");
    const taxes = harness.as(TaxService, owner);
    const { taxRule } = await taxes.addTaxRule({ taxName: "City", taxRate: "2" });
    const tell = (id: string, fields: object) =>
      deliver(harness.servers.runtime("account"), [serviceChanged], {
        typeName: ServiceChangedSchema.typeName,
        data: toBinary(
          ServiceChangedSchema,
          create(ServiceChangedSchema, { serviceId: "5", name: "Bath", taxId: taxRule?.id as string, ...fields }),
        ),
        meta: { id, companyId: owner.companyId, key: "5", writtenAt: new Date(), actor: {} },
      });
    await tell("e1", {});
    const refusal = await refusalOf(taxes.deleteTaxRule({ id: taxRule?.id as string }));
    expect([refusal.code, refusal.message]).toEqual([20014, "Cannot delete. There are services associated with this tax."]);
    await tell("e2", { deleted: true });
    await taxes.deleteTaxRule({ id: taxRule?.id as string });
    expect((await taxes.listTaxRules({})).taxRules).toEqual([]);
    expect((await taxes.listTaxRules({ includeDeleted: true })).taxRules[0]?.isDeleted).toBe(true);
  });

  test("20014 while a service charge names it, too, which is no service of the same number", async () => {
    const { owner } = await harness.openCompany("Tax of a charge");
    const taxes = harness.as(TaxService, owner);
    const { taxRule } = await taxes.addTaxRule({ taxName: "County", taxRate: "2" });
    const taxId = taxRule?.id as string;
    const tell = (
      id: string,
      { schema, event }: { schema: typeof ServiceChangedSchema | typeof ServiceChargeChangedSchema; event: object },
    ) =>
      deliver(harness.servers.runtime("account"), [serviceChanged, serviceChargeChanged], {
        typeName: schema.typeName,
        data: toBinary(schema, create(schema, event) as never),
        meta: { id, companyId: owner.companyId, key: "5", writtenAt: new Date(), actor: {} },
      });
    const charge = { serviceCharge: { serviceChargeId: "5", name: "Towels", taxId } };
    await tell("c1", { schema: ServiceChargeChangedSchema, event: charge });
    await tell("c2", { schema: ServiceChangedSchema, event: { serviceId: "5", name: "Bath", taxId: "0" } });
    expect((await refusalOf(taxes.deleteTaxRule({ id: taxId }))).code).toBe(20014);
    await tell("c3", { schema: ServiceChargeChangedSchema, event: { ...charge, deleted: true } });
    await taxes.deleteTaxRule({ id: taxId });
  });

  test("what stood among the uses by services under a number below zero is a use by a charge since, and stays for an older version until the charge changes: 20014 holds on", async () => {
    const { owner } = await harness.openCompany("Tax of a charge of old");
    const taxes = harness.as(TaxService, owner);
    const taxId = (await taxes.addTaxRule({ taxName: "Borough", taxRate: "1" })).taxRule?.id as string;
    const { admin, runtime } = harness.servers;
    await admin.query("insert into account.tax_use (company_id, service_id, tax_id) values ($1, -7, $2)", [owner.companyId, taxId]);
    const file = await readFile(new URL("../../migrations/0023-uses-of-taxes-by-charges.sql", import.meta.url), "utf8");
    const [, moving = ""] = /(insert into tax_charge_use[\s\S]*)select kept/.exec(file) ?? [];
    await admin.query(moving.replaceAll(/(tax_charge_use|tax_use)/g, "account.$1"));
    const uses = await admin.query("select service_charge_id from account.tax_charge_use where company_id = $1", [owner.companyId]);
    const left = async () => (await admin.query("select service_id from account.tax_use where company_id = $1", [owner.companyId])).rows;
    expect([uses.rows, await left()]).toEqual([[{ service_charge_id: "7" }], [{ service_id: "-7" }]]);
    expect((await refusalOf(taxes.deleteTaxRule({ id: taxId }))).code).toBe(20014);
    const gone = { serviceCharge: { serviceChargeId: "7", name: "Towels", taxId }, deleted: true };
    await deliver(runtime("account"), [serviceChargeChanged], {
      typeName: ServiceChargeChangedSchema.typeName,
      data: toBinary(ServiceChargeChangedSchema, create(ServiceChargeChangedSchema, gone)),
      meta: { id: "o1", companyId: owner.companyId, key: "7", writtenAt: new Date(), actor: {} },
    });
    expect(await left()).toEqual([]);
    // Which charges name it says their own table alone.
    await admin.query("insert into account.tax_use (company_id, service_id, tax_id) values ($1, -8, $2)", [owner.companyId, taxId]);
    await taxes.deleteTaxRule({ id: taxId });
  });

  test("GET /business/setting gives tax, info and preference in one read", async () => {
    const { owner } = await harness.openCompany("All in one");
    await harness.as(TaxService, owner).addTaxRule({ taxName: "State", taxRate: "6.5" });
    const setting = await harness.as(BusinessService, owner).getBusinessSetting({});
    expect(setting).toMatchObject({
      tax: [{ taxName: "State" }],
      info: { businessName: "All in one" },
      preference: { currencyCode: "USD" },
    });
  });
});

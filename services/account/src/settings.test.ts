import { nobody } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { BusinessService } from "@leashline/proto/leashline/account/v1/business_service_pb.js";
import { ClosedDateService } from "@leashline/proto/leashline/account/v1/closed_date_service_pb.js";
import { DefaultSettingService, FrequencyPeriod } from "@leashline/proto/leashline/account/v1/default_setting_service_pb.js";
import { EnterpriseService } from "@leashline/proto/leashline/account/v1/enterprise_service_pb.js";
import { FeatureFlagService, FeatureFlagOwnerLevel as L } from "@leashline/proto/leashline/account/v1/feature_flag_service_pb.js";
import { MetadataOwnerType, MetadataService } from "@leashline/proto/leashline/account/v1/metadata_service_pb.js";
import { PayrollSettingService } from "@leashline/proto/leashline/account/v1/payroll_setting_service_pb.js";
import { ReferralSourceService } from "@leashline/proto/leashline/account/v1/referral_source_service_pb.js";
import { StaffService } from "@leashline/proto/leashline/account/v1/staff_service_pb.js";
import { TaxService } from "@leashline/proto/leashline/account/v1/tax_service_pb.js";
import { VanService } from "@leashline/proto/leashline/account/v1/van_service_pb.js";
import { Permission as P } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Harness, startHarness } from "../test/harness.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(async () => {
  await harness.servers.stop();
});
const codeOf = async (call: Promise<unknown>): Promise<number> => (await refusalOf(call)).code;
const on = (year: number, month: number, day: number) => ({ year, month, day });

describe("smaller settings", () => {
  test("referral sources: templates, one name once, order", async () => {
    const { owner } = await harness.openCompany("Referrals");
    const sources = harness.as(ReferralSourceService, owner);
    expect((await sources.listReferralSourceTemplates({})).sourceNames).toContain("Google");
    const ids: string[] = [];
    for (const sourceName of ["Google", "Friend", "Yelp"])
      ids.push((await sources.createReferralSource({ sourceName })).referralSource?.id as string);
    expect(await codeOf(sources.createReferralSource({ sourceName: "google" }))).toBe(900009);
    const sorted = await sources.sortReferralSources({ ids: [ids[2] as string, ids[0] as string] });
    expect(sorted.referralSources.map((s) => s.sourceName)).toEqual(["Yelp", "Google", "Friend"]);
    await sources.updateReferralSource({ id: ids[1] as string, sourceName: "Family" });
    await sources.deleteReferralSource({ id: ids[0] as string });
    expect((await sources.listReferralSources({})).referralSources.map((s) => s.sourceName)).toEqual(["Yelp", "Family"]);
  });

  test("defaults and notification e-mails", async () => {
    const { owner } = await harness.openCompany("Defaults");
    const settings = harness.as(DefaultSettingService, owner);
    await settings.updateDefaultSetting({ type: 3, value1: "a", value2: "b" });
    await settings.updateDefaultSetting({ type: 3, value2: "c" });
    expect((await settings.getDefaultSetting({ type: 3 })).settings).toMatchObject([{ type: 3, value1: "a", value2: "c", value5: "" }]);
    expect(
      (await settings.updateBusinessEmail({ notificationEmailList: ["a@x.test", "A@x.test", "b@x.test"] })).businessEmail,
    ).toMatchObject({
      notificationEmail: "A@x.test",
      notificationEmailList: ["A@x.test", "b@x.test"],
    });
    const refusal = await refusalOf(settings.updateBusinessEmail({ notificationEmailList: ["nope"] }));
    expect(refusal.message).toBe("Invalid email");
  });

  test("period-units: how often clients come back is a number of days, weeks or months, 4 weeks at first", async () => {
    const { owner } = await harness.openCompany("Often");
    const settings = harness.as(DefaultSettingService, owner);
    expect((await settings.getDefaultGroomingFrequency({})).frequency).toMatchObject({ period: FrequencyPeriod.WEEK, value: 4 });
    for (const period of [FrequencyPeriod.DAY, FrequencyPeriod.WEEK, FrequencyPeriod.MONTH]) {
      const { frequency } = await settings.updateDefaultGroomingFrequency({ period, value: 2 });
      expect(frequency).toMatchObject({ accountId: owner.accountId, period, value: 2 });
    }
    for (const period of [0, 4])
      expect(await codeOf(settings.updateDefaultGroomingFrequency({ period, value: 2 })), `unit ${period}`).toBe(400);
  });

  test("metadata-owner-levels: values by owner, the narrowest wins, each keeps what was written", async () => {
    const { owner } = await harness.openCompany("Metadata");
    const metadata = harness.as(MetadataService, owner);
    const key = "print.appointmentCard";
    await metadata.updateMetadata({ key, ownerType: MetadataOwnerType.COMPANY, value: '{"version":1,"a":1}' });
    await metadata.updateMetadata({ key: "print.collar", ownerType: MetadataOwnerType.BUSINESS, value: '{"version":1}' });
    await metadata.updateMetadata({ key, ownerType: MetadataOwnerType.STAFF, value: '{"version": 1, "a": 2}' });
    const { values } = await metadata.describeMetadata({ group: "print" });
    expect(values.map((v) => [v.key, v.ownerType, JSON.parse(v.value).version])).toEqual([
      [key, MetadataOwnerType.STAFF, 1],
      ["print.collar", MetadataOwnerType.BUSINESS, 1],
    ]);
    await metadata.updateMetadata({ key: "seen.tour", value: "true" });
    expect((await metadata.describeMetadata({ keys: ["seen.tour"] })).values).toMatchObject([
      { ownerType: MetadataOwnerType.ACCOUNT, ownerId: owner.accountId, value: "true" },
    ]);
    expect((await metadata.describeMetadata({ key: "print.collar", keys: [key] })).values.map((one) => one.key)).toEqual([
      key,
      "print.collar",
    ]);
    await metadata.updateMetadata({ key, ownerType: MetadataOwnerType.STAFF, value: "" });
    expect((await metadata.describeMetadata({ keys: [key] })).values).toMatchObject([{ ownerType: MetadataOwnerType.COMPANY }]);
    expect(await codeOf(metadata.updateMetadata({ key, value: "{" }))).toBe(400);
    const { owner: other } = await harness.openCompany("Elsewhere");
    expect((await harness.as(MetadataService, other).describeMetadata({ keys: [key, "seen.tour"], group: "print" })).values).toEqual([]);
    const outside = await harness.signUp("outside@x.test");
    await harness.as(MetadataService, outside).updateMetadata({ key: "seen.tour", value: "1" });
    expect((await harness.as(MetadataService, outside).describeMetadata({ keys: ["seen.tour"] })).values).toMatchObject([{ value: "1" }]);
  });

  test("work-pattern-default: the work pattern of several staff starts with two people", async () => {
    const { owner } = await harness.openCompany("Pattern");
    const metadata = harness.as(MetadataService, owner);
    await metadata.updateMultiStaffSetting({ setting: { displayCommission: true, workPattern: [{ taskName: "Bath" }] } });
    expect((await metadata.getMultiStaffSetting({})).setting).toMatchObject({
      displayCommission: true,
      workPattern: [{ taskName: "Bath", staffNumber: 2 }],
    });
  });

  test("feature-flag-levels: the account's value wins over the business's, that over the company's, the enterprise's and the default", async () => {
    const { owner } = await harness.openCompany("Flags");
    const flags = harness.as(FeatureFlagService, owner);
    const value = async (caller = owner) => {
      const { flags: all } = await harness.as(FeatureFlagService, caller).listFeatureFlags({});
      const found = all.find((f) => f.key === "membership");
      return [found?.ownerLevel, found?.enabled];
    };
    const set = (ownerLevel: L, enabled: boolean) => flags.updateFeatureFlag({ key: "membership", enabled, ownerLevel });
    expect(await value()).toEqual([L.SYSTEM, true]);
    expect(await codeOf(set(L.ENTERPRISE, false)), "no enterprise").toBe(20019);
    await harness.as(EnterpriseService, owner).createEnterprise({ name: "Big paws" });
    await set(L.ENTERPRISE, false);
    expect(await value()).toEqual([L.ENTERPRISE, false]);
    await set(L.COMPANY, true);
    expect(await value()).toEqual([L.COMPANY, true]);
    await set(L.BUSINESS, false);
    expect(await value()).toEqual([L.BUSINESS, false]);
    await set(L.ACCOUNT, true);
    expect(await value()).toEqual([L.ACCOUNT, true]);
    expect(await value({ ...owner, accountId: "999999" }), "another account of the same business").toEqual([L.BUSINESS, false]);
    const { owner: other } = await harness.openCompany("Other flags");
    expect(await value(other)).toEqual([L.SYSTEM, true]);
    expect(await codeOf(flags.updateFeatureFlag({ key: "teleport", enabled: true, ownerLevel: L.COMPANY }))).toBe(400);
  });

  test("payroll settings and exceptions", async () => {
    const { owner } = await harness.openCompany("Payroll");
    const payroll = harness.as(PayrollSettingService, owner);
    expect((await payroll.getPayrollSetting({})).setting).toMatchObject({
      businessId: owner.businessId,
      splitTipsMethod: 1,
      newPayrollEnable: true,
    });
    const clerk = { ...owner, permissions: [P.VIEW_CALENDAR, P.PAYROLL_REPORTS] };
    expect(await codeOf(harness.as(PayrollSettingService, clerk).getPayrollSetting({}))).toBe(20019);
    expect((await payroll.updatePayrollSetting({ splitTipsMethod: 2 })).setting?.splitTipsMethod).toBe(2);
    const inCatalog =
      "insert into account.service_name (company_id, service_id, name, deleted) values ($1, 9, 'Bath', false), ($1, 8, 'Gone', true)";
    await harness.servers.admin.query(inCatalog, [owner.companyId]);
    await payroll.savePayrollException({ serviceId: "9", rate: 12.5, isAllStaff: false, staffIdList: [owner.staffId] });
    for (const serviceId of ["7", "8"]) expect(await codeOf(payroll.savePayrollException({ serviceId, rate: 5 })), serviceId).toBe(51007);
    expect((await payroll.listPayrollExceptions({})).exceptions).toMatchObject([
      { serviceId: "9", serviceName: "Bath", rate: 12.5, staffIdList: [owner.staffId], serviceType: 1 },
    ]);
    expect((await payroll.queryPayrollExceptions({ serviceIds: ["8"] })).exceptions).toEqual([]);
    await payroll.deletePayrollException({ serviceId: "9" });
    expect((await payroll.listPayrollExceptions({})).exceptions).toEqual([]);
    const { staff } = await harness.as(StaffService, owner).listPayrollStaff({});
    expect(staff).toHaveLength(1);
  });

  test("every write repeated under its key answers the same and changes nothing", async () => {
    const { owner } = await harness.openCompany("Repeats");
    const repeat = async <T>(key: string, call: (key: string) => Promise<T>): Promise<[T, T]> => [await call(key), await call(key)];
    const pairs = [
      await repeat("a", (k) => harness.as(StaffService, owner, k).createStaff({ firstName: "Rita" })),
      await repeat("b", (k) => harness.as(TaxService, owner, k).addTaxRule({ taxName: "T", taxRate: "1" })),
      await repeat("c", (k) => harness.as(ReferralSourceService, owner, k).createReferralSource({ sourceName: "S" })),
      await repeat("d", (k) => harness.as(VanService, owner, k).createVan({ nickName: "V" })),
      await repeat("e", (k) => harness.as(ClosedDateService, owner, k).addClosedDate({ startDate: on(2027, 1, 1) })),
    ];
    for (const [first, second] of pairs) expect(second).toEqual(first);
    expect((await harness.as(StaffService, owner).listCompanyStaffWithLocations({})).total).toBe(2);
    expect(await codeOf(harness.as(StaffService, owner, "a").createStaff({ firstName: "Other" }))).toBe(900002);
  });

  test("choices for the forms need no session", async () => {
    const options = await harness.as(BusinessService, nobody).getBusinessOptions({});
    expect(
      options.countries
        .slice(0, 4)
        .map((c) => c.countryAlpha2Code)
        .toSorted(),
    ).toEqual(["AU", "CA", "GB", "US"]);
    expect(options.timezones).toContain("America/Los_Angeles");
    expect(options.numberFormats.map((f) => f.label)).toEqual(["1,234.56", "1.234,56", "1'234.56", "1 234,56", "1,234"]);
    expect(options.weightUnits.map((u) => u.label)).toEqual(["Pounds", "Kilograms"]);
  });
});

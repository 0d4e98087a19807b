import { create, toBinary } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { nobody } from "@leashline/kit";
import { deliver } from "@leashline/kit/events/consumer.ts";
import { refusalOf } from "@leashline/kit/test";
import { BusinessService } from "@leashline/proto/leashline/account/v1/business_service_pb.js";
import { ClockOperateType } from "@leashline/proto/leashline/account/v1/clock_pb.js";
import { ClockService } from "@leashline/proto/leashline/account/v1/clock_service_pb.js";
import { ClosedDateService } from "@leashline/proto/leashline/account/v1/closed_date_service_pb.js";
import { DefaultSettingService, FrequencyPeriod } from "@leashline/proto/leashline/account/v1/default_setting_service_pb.js";
import { FeatureFlagOwnerLevel, FeatureFlagService } from "@leashline/proto/leashline/account/v1/feature_flag_service_pb.js";
import { MetadataOwnerType, MetadataService } from "@leashline/proto/leashline/account/v1/metadata_service_pb.js";
import { PayrollSettingService } from "@leashline/proto/leashline/account/v1/payroll_setting_service_pb.js";
import { ReferralSourceService } from "@leashline/proto/leashline/account/v1/referral_source_service_pb.js";
import { StaffService } from "@leashline/proto/leashline/account/v1/staff_service_pb.js";
import { TaxService } from "@leashline/proto/leashline/account/v1/tax_service_pb.js";
import { VanService } from "@leashline/proto/leashline/account/v1/van_service_pb.js";
import { ServiceChangedSchema } from "@leashline/proto/leashline/offering/v1/events_pb.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openShop, type Shop } from "../test/shop.ts";
import { serviceChanged } from "./taxes/tax.events.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(async () => {
  await shop.house.stop();
});
const codeOf = async (call: Promise<unknown>): Promise<number> => (await refusalOf(call)).code;
const on = (year: number, month: number, day: number) => ({ year, month, day });

describe("closed dates and holidays", () => {
  test("closed-date-fields: add, get, update, delete; each is told to listeners", async () => {
    const { owner } = await shop.openCompany("Closed");
    const closed = shop.as(ClosedDateService, owner);
    const { closedDate } = await closed.addClosedDate({
      startDate: on(2026, 12, 24),
      endDate: on(2026, 12, 26),
      description: "Winter break",
    });
    expect(closedDate).toMatchObject({ businessId: owner.businessId, description: "Winter break", type: "closed_date" });
    expect(await codeOf(closed.addClosedDate({ startDate: on(2026, 12, 24), endDate: on(2026, 12, 23) }))).toBe(400);
    expect(await codeOf(closed.addClosedDate({ startDate: on(2026, 2, 30) }))).toBe(400);
    const touched = await closed.getClosedDates({ startDate: on(2026, 12, 26), endDate: on(2026, 12, 31) });
    expect(touched.closedDates.map((c) => c.id)).toEqual([closedDate?.id]);
    await closed.updateClosedDate({ id: closedDate?.id as string, endDate: on(2026, 12, 28) });
    await closed.deleteClosedDate({ id: closedDate?.id as string });
    await closed.deleteClosedDate({ id: closedDate?.id as string });
    expect((await closed.getClosedDates({ startDate: on(2026, 1, 1) })).closedDates).toEqual([]);
    const { rows } = await shop.house.admin.query(
      "select count(*)::int as n from account.outbox where company_id = $1 and type like '%ClosedDateChanged'",
      [owner.companyId],
    );
    expect(rows[0].n).toBe(3);
  });

  test("holiday-default-type: the country's holidays are listed, closed and opened again, one or many", async () => {
    const { owner } = await shop.openCompany("Holidays");
    const closed = shop.as(ClosedDateService, owner);
    const before = await closed.listHolidays({ year: 2026 });
    expect(before.holidays.find((h) => h.description === "Thanksgiving Day")).toMatchObject({
      startDate: on(2026, 11, 26),
      isClosed: false,
      type: "holiday",
    });
    const { holiday } = await closed.editHoliday({ startDate: on(2026, 11, 26), isClosed: true });
    expect(holiday).toMatchObject({ description: "Thanksgiving Day", type: "holiday", isClosed: true });
    await closed.editHoliday({ startDate: on(2026, 11, 26), isClosed: true });
    await closed.massEditHolidays({
      holidays: [
        { startDate: on(2026, 12, 25), isClosed: true },
        { startDate: on(2026, 7, 10), isClosed: true, description: "Founders' day" },
      ],
    });
    const after = await closed.listHolidays({ year: 2026 });
    expect(after.holidays.filter((h) => h.isClosed).map((h) => h.description)).toEqual([
      "Founders' day",
      "Thanksgiving Day",
      "Christmas Day",
    ]);
    await closed.editHoliday({ startDate: on(2026, 11, 26), isClosed: false });
    expect((await closed.getClosedDates({ startDate: on(2026, 1, 1) })).closedDates).toHaveLength(2);
  });
});

describe("taxes", () => {
  test("rule-already-exists: the same name and rate twice answers 20038", async () => {
    const { owner } = await shop.openCompany("Tax twice");
    const taxes = shop.as(TaxService, owner);
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
    const { owner } = await shop.openCompany("Tax use");
    const taxes = shop.as(TaxService, owner);
    const { taxRule } = await taxes.addTaxRule({ taxName: "City", taxRate: "2" });
    const tell = (id: string, fields: object) =>
      deliver(shop.house.runtime("account"), [serviceChanged], {
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

  test("GET /business/setting gives tax, info and preference in one read", async () => {
    const { owner } = await shop.openCompany("All in one");
    await shop.as(TaxService, owner).addTaxRule({ taxName: "State", taxRate: "6.5" });
    const setting = await shop.as(BusinessService, owner).getBusinessSetting({});
    expect(setting).toMatchObject({
      tax: [{ taxName: "State" }],
      info: { businessName: "All in one" },
      preference: { currencyCode: "USD" },
    });
  });
});

describe("the clock", () => {
  test("clock-operate-types: 1 clocks in and sets state and time, 2 clocks out; twice is refused", async () => {
    const { owner } = await shop.openCompany("Clock");
    const clock = shop.as(ClockService, owner);
    expect(await codeOf(clock.clockInOut({ operateType: ClockOperateType.CLOCK_IN })), "off until turned on").toBe(900008);
    await clock.updateClockSetting({ enableClockInOut: true });
    const { status } = await clock.clockInOut({ operateType: 1 });
    expect(status).toMatchObject({ staffId: owner.staffId, isClockIn: true, isClockOut: false });
    expect(status?.clockInTime).toBeDefined();
    expect(await codeOf(clock.clockInOut({ operateType: 1 }))).toBe(900008);
    expect((await clock.clockInOut({ operateType: 2 })).status).toMatchObject({ isClockIn: false, isClockOut: true });
    expect(await codeOf(clock.clockInOut({ operateType: 2 }))).toBe(900008);
    expect((await clock.listClockStatuses({})).statuses).toMatchObject([{ staffId: owner.staffId, isClockOut: true }]);
  });

  test("an access code is asked for, and ten clock-ins at once make one entry", async () => {
    const { owner } = await shop.openCompany("Code clock");
    const clock = shop.as(ClockService, owner);
    await clock.updateClockSetting({ enableClockInOut: true });
    const { staff } = await shop.as(StaffService, owner).createStaff({ firstName: "Cal", accessCode: "1234" });
    const staffId = staff?.id as string;
    expect(await codeOf(clock.clockInOut({ staffId, operateType: 1, accessCode: "9999" }))).toBe(20005);
    const tries = await Promise.allSettled(
      Array.from({ length: 10 }, () => clock.clockInOut({ staffId, operateType: 1, accessCode: "1234" })),
    );
    expect(tries.filter((t) => t.status === "fulfilled")).toHaveLength(1);
    expect((await clock.listClockStatuses({})).statuses.find((s) => s.staffId === staffId)).toMatchObject({
      isClockIn: true,
      requireAccessCode: true,
    });
  });

  test("entries are written and corrected by hand with their history, and never overlap", async () => {
    const { owner } = await shop.openCompany("Time sheet");
    const clock = shop.as(ClockService, owner);
    const at = (hour: number) => timestampFromDate(new Date(Date.UTC(2026, 0, 5, hour)));
    const { log } = await clock.createClockLog({ staffId: owner.staffId, clockInTime: at(17), clockOutTime: at(23), note: "Forgot" });
    expect(log).toMatchObject({ workedMinutes: 360, corrected: true, date: on(2026, 1, 5) });
    expect(await codeOf(clock.createClockLog({ staffId: owner.staffId, clockInTime: at(20), clockOutTime: at(22) }))).toBe(900008);
    expect(await codeOf(clock.createClockLog({ staffId: owner.staffId, clockInTime: at(3), clockOutTime: at(2) }))).toBe(400);
    const changed = await clock.updateClockLog({ id: log?.id as string, clockOutTime: at(22), version: log?.version ?? 0 });
    expect(changed.log?.workedMinutes).toBe(300);
    expect(changed.log?.corrections.map((c) => c.action)).toEqual(["created", "updated"]);
    expect(changed.log?.corrections[1]?.oldClockOutTime).toEqual(at(23));
    const range = { startDate: on(2026, 1, 1), endDate: on(2026, 1, 31) };
    expect((await clock.listClockLogs(range)).total).toBe(1);
    await clock.deleteClockLog({ id: log?.id as string });
    expect((await clock.listClockLogs(range)).logs).toEqual([]);
  });
});

describe("vans", () => {
  test("staff drive one van at a time; transfers and leaving are in the history", async () => {
    const { owner } = await shop.openCompany("Vans");
    const vans = shop.as(VanService, owner);
    const { staff } = await shop.as(StaffService, owner).createStaff({ firstName: "Val" });
    const staffId = staff?.id as string;
    const { van: red } = await vans.createVan({
      nickName: "Red",
      licensePlate: "ABC 123",
      dateInService: on(2025, 5, 1),
      staffIdList: [staffId],
    });
    const { van: blue } = await vans.createVan({ nickName: "Blue" });
    expect(red).toMatchObject({ nickName: "Red", staffIdList: [staffId], staffList: [{ firstName: "Val" }] });
    expect(await codeOf(vans.createVan({ nickName: "red" }))).toBe(900009);
    const moved = await vans.transferVanStaff({ fromVanId: red?.vanId as string, toVanId: blue?.vanId as string, staffId });
    expect(moved.vans.map((v) => v.staffIdList)).toEqual([[], [staffId]]);
    await vans.updateVan({ vanId: red?.vanId as string, staffIdList: [staffId], note: "Back" });
    expect((await vans.listVans({})).vans.map((v) => [v.nickName, v.staffIdList.length])).toEqual([
      ["Blue", 0],
      ["Red", 1],
    ]);
    const { history } = await vans.listVanStaffHistory({ vanId: red?.vanId as string });
    expect(history.map((h) => h.endTime !== undefined)).toEqual([false, true]);
    await vans.deleteVan({ vanId: red?.vanId as string });
    expect((await vans.listVans({})).vans).toHaveLength(1);
    const { owner: other } = await shop.openCompany("Other vans");
    expect(await codeOf(shop.as(VanService, other).listVanStaffHistory({ vanId: blue?.vanId as string }))).toBe(404);
  });
});

describe("smaller settings", () => {
  test("referral sources: templates, one name once, order", async () => {
    const { owner } = await shop.openCompany("Referrals");
    const sources = shop.as(ReferralSourceService, owner);
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

  test("defaults, notification e-mails and grooming frequency", async () => {
    const { owner } = await shop.openCompany("Defaults");
    const settings = shop.as(DefaultSettingService, owner);
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
    expect((await settings.getDefaultGroomingFrequency({})).frequency).toMatchObject({ period: FrequencyPeriod.WEEK, value: 4 });
    const { frequency } = await settings.updateDefaultGroomingFrequency({ period: FrequencyPeriod.MONTH, value: 2 });
    expect(frequency).toMatchObject({ accountId: owner.accountId, period: FrequencyPeriod.MONTH, value: 2 });
  });

  test("metadata-owner-levels, print-settings-version: values by owner, the narrowest wins, each keeps what was written", async () => {
    const { owner } = await shop.openCompany("Metadata");
    const metadata = shop.as(MetadataService, owner);
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
    await metadata.updateMetadata({ key, ownerType: MetadataOwnerType.STAFF, value: "" });
    expect((await metadata.describeMetadata({ keys: [key] })).values).toMatchObject([{ ownerType: MetadataOwnerType.COMPANY }]);
    expect(await codeOf(metadata.updateMetadata({ key, value: "{" }))).toBe(400);
    const { owner: other } = await shop.openCompany("Elsewhere");
    expect((await shop.as(MetadataService, other).describeMetadata({ keys: [key, "seen.tour"], group: "print" })).values).toEqual([]);
    const outside = await shop.signUp("outside@x.test");
    await shop.as(MetadataService, outside).updateMetadata({ key: "seen.tour", value: "1" });
    expect((await shop.as(MetadataService, outside).describeMetadata({ keys: ["seen.tour"] })).values).toMatchObject([{ value: "1" }]);
  });

  test("the work pattern of several staff starts with two people", async () => {
    const { owner } = await shop.openCompany("Pattern");
    const metadata = shop.as(MetadataService, owner);
    await metadata.updateMultiStaffSetting({ setting: { displayCommission: true, workPattern: [{ taskName: "Bath" }] } });
    expect((await metadata.getMultiStaffSetting({})).setting).toMatchObject({
      displayCommission: true,
      workPattern: [{ taskName: "Bath", staffNumber: 2 }],
    });
  });

  test("feature-flag-levels: the business's value wins over the company's, and that over the default", async () => {
    const { owner } = await shop.openCompany("Flags");
    const flags = shop.as(FeatureFlagService, owner);
    const value = async () => (await flags.listFeatureFlags({})).flags.find((f) => f.key === "membership");
    expect(await value()).toMatchObject({ enabled: true, ownerLevel: FeatureFlagOwnerLevel.SYSTEM });
    await flags.updateFeatureFlag({ key: "membership", enabled: false, ownerLevel: FeatureFlagOwnerLevel.COMPANY });
    expect(await value()).toMatchObject({ enabled: false, ownerLevel: FeatureFlagOwnerLevel.COMPANY });
    await flags.updateFeatureFlag({ key: "membership", enabled: true, ownerLevel: FeatureFlagOwnerLevel.BUSINESS });
    expect(await value()).toMatchObject({ enabled: true, ownerLevel: FeatureFlagOwnerLevel.BUSINESS });
    expect(await codeOf(flags.updateFeatureFlag({ key: "teleport", enabled: true, ownerLevel: FeatureFlagOwnerLevel.COMPANY }))).toBe(400);
  });

  test("payroll settings and exceptions", async () => {
    const { owner } = await shop.openCompany("Payroll");
    const payroll = shop.as(PayrollSettingService, owner);
    expect((await payroll.getPayrollSetting({})).setting).toMatchObject({
      businessId: owner.businessId,
      splitTipsMethod: 1,
      newPayrollEnable: true,
    });
    expect((await payroll.updatePayrollSetting({ splitTipsMethod: 2 })).setting?.splitTipsMethod).toBe(2);
    await payroll.savePayrollException({ serviceId: "9", rate: 12.5, isAllStaff: false, staffIdList: [owner.staffId] });
    expect((await payroll.listPayrollExceptions({})).exceptions).toMatchObject([
      { serviceId: "9", rate: 12.5, staffIdList: [owner.staffId], serviceType: 1 },
    ]);
    expect((await payroll.queryPayrollExceptions({ serviceIds: ["8"] })).exceptions).toEqual([]);
    await payroll.deletePayrollException({ serviceId: "9" });
    expect((await payroll.listPayrollExceptions({})).exceptions).toEqual([]);
    const { staff } = await shop.as(StaffService, owner).listPayrollStaff({});
    expect(staff).toHaveLength(1);
  });

  test("every write repeated under its key answers the same and changes nothing", async () => {
    const { owner } = await shop.openCompany("Repeats");
    const repeat = async <T>(key: string, call: (key: string) => Promise<T>): Promise<[T, T]> => [await call(key), await call(key)];
    const pairs = [
      await repeat("a", (k) => shop.as(StaffService, owner, k).createStaff({ firstName: "Rita" })),
      await repeat("b", (k) => shop.as(TaxService, owner, k).addTaxRule({ taxName: "T", taxRate: "1" })),
      await repeat("c", (k) => shop.as(ReferralSourceService, owner, k).createReferralSource({ sourceName: "S" })),
      await repeat("d", (k) => shop.as(VanService, owner, k).createVan({ nickName: "V" })),
      await repeat("e", (k) => shop.as(ClosedDateService, owner, k).addClosedDate({ startDate: on(2027, 1, 1) })),
    ];
    for (const [first, second] of pairs) expect(second).toEqual(first);
    expect((await shop.as(StaffService, owner).listCompanyStaffWithLocations({})).total).toBe(2);
    expect(await codeOf(shop.as(StaffService, owner, "a").createStaff({ firstName: "Other" }))).toBe(900002);
  });

  test("choices for the forms need no session", async () => {
    const options = await shop.as(BusinessService, nobody).getBusinessOptions({});
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

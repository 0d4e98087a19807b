import { fromBinary } from "@bufbuild/protobuf";
import { refusalOf } from "@leashline/kit/test";
import { BusinessService } from "@leashline/proto/leashline/account/v1/business_service_pb.js";
import { CompanyService } from "@leashline/proto/leashline/account/v1/company_service_pb.js";
import { DateFormatType, NumberFormatType, TimeFormatType } from "@leashline/proto/leashline/account/v1/enums_pb.js";
import { BusinessChangedSchema } from "@leashline/proto/leashline/account/v1/events_pb.js";
import { LocationService } from "@leashline/proto/leashline/account/v1/location_service_pb.js";
import { StaffService } from "@leashline/proto/leashline/account/v1/staff_service_pb.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Harness, priced, startHarness } from "../../test/harness.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(async () => {
  await harness.servers.stop();
});
const codeOf = async (call: Promise<unknown>): Promise<number> => (await refusalOf(call)).code;

describe("locations and preferences", () => {
  test("a new location has the owner in it, its own zone, and a name nobody else has", async () => {
    const { owner, token } = await harness.openCompany("Many Doors");
    const locations = harness.as(LocationService, owner);
    const { location } = await locations.createLocation({
      name: "North",
      businessType: 1,
      timezoneName: "America/Denver",
      address: { city: "Boise", coordinate: { latitude: 43.6, longitude: -116.2 } },
    });
    expect(location).toMatchObject({
      name: "North",
      timezoneName: "America/Denver",
      isWorkingLocation: true,
      businessMode: 1,
      address: { coordinate: { latitude: 43.6 } },
    });
    expect((await harness.callerOf(token)).businessIds).toEqual([owner.businessId, location?.id]);
    expect(await codeOf(locations.createLocation({ name: "north", businessType: 1 }))).toBe(900009);
    const changed = await harness
      .as(LocationService, await harness.callerOf(token))
      .updateLocation({ id: location?.id as string, name: "North End", socialLinks: { yelp: "https://yelp.com/x" } });
    expect(changed.location).toMatchObject({ name: "North End", socialLinks: { yelp: "https://yelp.com/x" }, address: { city: "Boise" } });
  });

  test("businesses keep the order the account gives them", async () => {
    const { owner, token } = await harness.openCompany("Ordered");
    const { location } = await harness.as(LocationService, owner).createLocation({ name: "Second", businessType: 0 });
    await harness.as(BusinessService, owner).sortBusinesses({ businessIdList: [location?.id as string, owner.businessId] });
    const { businesses } = await harness.as(BusinessService, await harness.callerOf(token)).listBusinesses({});
    expect(businesses.map((b) => b.businessName)).toEqual(["Second", "Ordered"]);
  });

  test("locations opened at once all let the owner in, and orders said at once follow each other: none fails", async () => {
    const { owner, token } = await harness.openCompany("Crowded");
    const [locations, businesses] = [harness.as(LocationService, owner), harness.as(BusinessService, owner)];
    const opened = await Promise.all(["A", "B", "C", "D"].map((name) => locations.createLocation({ name, businessType: 0 })));
    const ids = opened.map(({ location }) => location?.id ?? "0");
    const { businessIds } = await harness.callerOf(token);
    expect(businessIds).toEqual(expect.arrayContaining(ids));
    await Promise.all(ids.map((id) => businesses.sortBusinesses({ businessIdList: [id, owner.businessId] })));
  });

  test("a change made on an old version is refused, and a field named by the mask is cleared", async () => {
    const { owner } = await harness.openCompany("Versions");
    const business = harness.as(BusinessService, owner);
    const first = await business.updateBusiness({ website: "https://a.com", contactEmail: "hi@a.com", version: 1 });
    expect(first.business).toMatchObject({ website: "https://a.com", version: 2, phoneNumber: "2065550100" });
    expect(await codeOf(business.updateBusiness({ website: "https://b.com", version: 1 }))).toBe(900001);
    const cleared = await business.updateBusiness({ updateMask: { paths: ["website"] }, version: 2 });
    expect(cleared.business).toMatchObject({ website: "", contactEmail: "hi@a.com" });
  });

  test("a change of currency reaches every business as an event", async () => {
    const { owner } = await harness.openCompany("Euro");
    const { preference } = await harness
      .as(CompanyService, owner)
      .updateCompanyPreference({ currencyCode: "EUR", numberFormatType: NumberFormatType.POINT_COMMA });
    expect(preference).toMatchObject({ currencyCode: "EUR", currencySymbol: "€", numberFormat: "1.234,56" });
    const { rows } = await harness.servers.admin.query(
      "select count(*)::int as n from account.outbox where company_id = $1 and type like '%BusinessChanged'",
      [owner.companyId],
    );
    expect(rows[0].n).toBe(2);
    priced.add(owner.companyId);
    const company = harness.as(CompanyService, owner);
    const refusal = await refusalOf(company.updateCompanyPreference({ currencyCode: "USD", notificationSoundEnable: false }));
    expect([refusal.code, refusal.message]).toEqual([900008, "Prices or orders are kept in EUR."]);
    expect((await company.getCompanyPreference({})).preference).toMatchObject({ currencyCode: "EUR", notificationSoundEnable: true });
    await company.updateCompanyPreference({ currencyCode: "EUR", notificationSoundEnable: false });
  });

  test.each([
    ["clock", { timeFormatType: TimeFormatType.TIME_FORMAT_TYPE_24_HOURS }, { timeFormatType: 2 }],
    ["date pattern", { dateFormatType: DateFormatType.ISO }, { dateFormat: "YYYY-MM-DD" }],
    ["number pattern", { numberFormatType: NumberFormatType.POINT_COMMA }, { numberFormat: "1.234,56" }],
  ])("a change of the %s reaches every business as an event: others write what is sent", async (what, change, after) => {
    const { owner } = await harness.openCompany(`Another ${what}`);
    await harness.as(CompanyService, owner).updateCompanyPreference(change);
    const { rows } = await harness.servers.admin.query(
      "select payload from account.outbox where company_id = $1 and type like '%BusinessChanged' order by id",
      [owner.companyId],
    );
    const before = { timeFormatType: 1, dateFormat: "MM/DD/YYYY", numberFormat: "1,234.56" };
    expect(rows.map((row) => fromBinary(BusinessChangedSchema, row.payload))).toMatchObject([before, { ...before, ...after }]);
  });

  test("the questionnaire is stored and marks the company as asked", async () => {
    const { owner } = await harness.openCompany("Asked");
    const company = harness.as(CompanyService, owner);
    expect((await company.getCompany({})).company?.isFillQuestion).toBe(false);
    await company.saveCompanyQuestionRecord({ staffCount: "2 to 5", goals: ["Online booking"] });
    expect((await company.getCompanyQuestionRecord({})).record).toMatchObject({ staffCount: "2 to 5", goals: ["Online booking"] });
    expect((await company.getCompany({})).company?.isFillQuestion).toBe(true);
  });

  test("another company's business cannot be read or changed", async () => {
    const [{ owner }, { owner: other }] = [await harness.openCompany("Left"), await harness.openCompany("Right")];
    expect(await codeOf(harness.as(BusinessService, owner).getBusiness({ businessId: other.businessId }))).toBe(20019);
    expect(await codeOf(harness.as(BusinessService, owner).updateBusiness({ businessId: other.businessId, businessName: "Stolen" }))).toBe(
      20019,
    );
    expect(await codeOf(harness.as(LocationService, owner).getLocation({ id: other.businessId }))).toBe(404);
    expect((await harness.as(BusinessService, owner).batchGetBusinesses({ ids: [other.businessId] })).businesses).toEqual([]);
    expect((await harness.as(StaffService, owner).batchGetStaff({ ids: [other.staffId] })).staff).toEqual([]);
  });
});

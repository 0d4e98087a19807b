import { networkOf, symbolOf } from "@leashline/kit";
import { seal, unseal } from "@leashline/kit/permissions/sealing.ts";
import { CompanyVersion } from "@leashline/proto/leashline/account/v1/enums_pb.js";
import { webAddressProblem } from "@leashline/proto/rules/web-address.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Membership } from "./accounts/membership.ts";
import { hashPassword, verifyNobody, verifyPassword } from "./accounts/password.ts";
import { endOfOpen, minutesOf } from "./clock/clock.ts";
import { easterOf, holidayList, publicHolidays } from "./closed-dates/holidays.ts";
import { versionOf } from "./companies/company.ts";
import { countryOf, countryOptions, isSupportedCountry, zonesOf } from "./companies/countries.ts";
import { cleanCurrencies, dateFormats, milesOf, numberFormats, settingOptions, writingOf } from "./companies/formats.ts";
import { featuresOf, isOverLimit, staffLimit } from "./plans/plan.ts";
import { base32, codeAt, matchingStep, stepAt } from "./second-factor/totp.ts";
import { landingOf, standingOf } from "./sessions/standing.ts";
import { emailProblem, isZone, phoneOf } from "./shared/fields.ts";
import { mayLogInNow } from "./staff/login-time.ts";
import { isOwnerCategory } from "./staff/owner-category.ts";
import { plainRate } from "./taxes/tax.mapper.ts";

describe("fields", () => {
  test.each([
    ["", null],
    ["www.a.com", "The url should start with http:// or https://"],
    ["https://", "invalid url"],
    ["https://a.com", null],
    ["http://a.com/x?y=1", null],
    ["javascript:alert(1)", "The url should start with http:// or https://"],
    ["https://a b.com", "invalid url"],
    ["https://nodot", "invalid url"],
  ])("url-field-scheme: %j", (text, problem) => expect(webAddressProblem(text)).toBe(problem));

  test.each([
    ["", null],
    ["a@b.co", null],
    ["abc", "Invalid email"],
    ["a@b", "Invalid email"],
    ["a b@c.co", "Invalid email"],
    ["<x>@b.co", "Invalid email"],
  ])("email-field: %j", (text, problem) => expect(emailProblem(text)).toBe(problem));

  test("zones and phones", () => {
    expect(["America/Los_Angeles", "UTC", "Asia/Kolkata"].every(isZone)).toBe(true);
    expect(["+01:00", "Mars/Olympus", "", "../etc"].some(isZone)).toBe(false);
    expect(phoneOf(" +1 (206) 555-0100 ")).toBe("+12065550100");
    expect(phoneOf("206.555.0100")).toBe("2065550100");
  });

  test.each([
    ["10.2500", "10.25"],
    ["10.0000", "10"],
    ["0.0000", "0"],
    ["100", "100"],
  ])("a stored rate %s reads %s", (stored, plain) => expect(plainRate(stored)).toBe(plain));
});

describe("formats", () => {
  test("currency-list-clean: entries without a symbol and repeated codes are dropped", () => {
    const usd = { currencyCode: "USD", currencySymbol: "$", name: "" };
    expect(cleanCurrencies([usd, { ...usd, currencySymbol: "US$" }, { currencyCode: "XAU", currencySymbol: "", name: "" }])).toEqual([usd]);
    const { currencies } = settingOptions();
    expect(new Set(currencies.map((c) => c.currencyCode)).size).toBe(currencies.length);
  });
  test("supported-countries: the United States, Canada, the United Kingdom and Australia, nobody else", () => {
    expect(["United Kingdom", "US", "canada", "AU"].every(isSupportedCountry)).toBe(true);
    expect(["France", "FR", "", "USA "].some(isSupportedCountry)).toBe(false);
  });
  test("distance-units: 10 km are 6.21371 miles", () => expect(milesOf(10)).toBeCloseTo(6.21371, 10));
  test("weight-units: pounds and kilograms", () =>
    expect(settingOptions().weightUnits.map((u) => u.label)).toEqual(["Pounds", "Kilograms"]));
  test("symbols", () => expect(["USD", "GBP", "EUR"].map(symbolOf)).toEqual(["$", "£", "€"]));
  test("every country's zones can be chosen, and where there are several the first is one that was picked", () => {
    for (const { timezoneNames } of countryOptions()) {
      expect(timezoneNames.length).toBeGreaterThan(0);
      expect(settingOptions().timezones).toEqual(expect.arrayContaining(timezoneNames));
    }
    const several = countryOptions().filter(({ timezoneNames }) => timezoneNames.length > 1);
    // The runtime sorts them: an Adak or a Ceuta in front would be nobody's choice.
    expect(several.filter(({ timezoneNames }) => timezoneNames[0] === timezoneNames.toSorted()[0]).map((c) => c.countryAlpha2Code)).toEqual(
      ["CN", "DE", "ID", "MY", "NZ", "UA"],
    );
  });
  test.each([
    ["US", "America/New_York"],
    ["CA", "America/Toronto"],
    ["AU", "Australia/Sydney"],
    ["DE", "Europe/Berlin"],
    ["PT", "Europe/Lisbon"],
    ["KW", "Asia/Kuwait"],
  ])("most people in %s live in %s", (code, zone) => expect(zonesOf(code)[0]).toBe(zone));
  test.each([
    ["US", "MM/DD/YYYY", "1,234.56"],
    ["GB", "DD/MM/YYYY", "1,234.56"],
    ["AU", "DD/MM/YYYY", "1,234.56"],
    ["DE", "DD.MM.YYYY", "1.234,56"],
    ["CZ", "DD.MM.YYYY", "1 234,56"],
    ["FR", "DD/MM/YYYY", "1 234,56"],
    ["CH", "DD.MM.YYYY", "1'234.56"],
    ["SE", "YYYY-MM-DD", "1 234,56"],
    ["JP", "YYYY/MM/DD", "1,234.56"],
    ["KR", "YYYY-MM-DD", "1,234.56"],
    ["NL", "DD/MM/YYYY", "1.234,56"],
    ["KW", "DD/MM/YYYY", "1,234.56"],
  ])("number-formats: %s proposes %s and %s", (code, date, number) => {
    const { dateFormatType, numberFormatType } = writingOf(code);
    expect([dateFormats[dateFormatType], numberFormats[numberFormatType]]).toEqual([date, number]);
  });
  test("a country brings its currency and prefix", () =>
    expect(countryOf("AU")).toMatchObject({ currencyCode: "AUD", countryCode: "61", country: "Australia" }));
});

describe("plans", () => {
  test.each([
    ["Free", { version: "4.0", tier: 0, appType: 1 }, 1],
    ["Basic, version 4, salon", { version: "4.0", tier: 1, appType: 1 }, 2],
    ["Basic, version 4, mobile", { version: "4.0", tier: 1, appType: 0 }, 1],
    ["legacy", { version: "1.0", tier: 1, appType: 1 }, 0],
    ["legacy 2", { version: "2.0", tier: 3, appType: 1 }, 0],
  ])("staff-limit-by-plan: %s", (_, plan, limit) => expect(staffLimit(plan)).toBe(limit));
  test("starter-staff-limit: 3 staff are within it, 4 are not", () => {
    const limit = staffLimit({ version: "3.0", tier: 1, appType: 1 });
    expect([isOverLimit(limit, 3), isOverLimit(limit, 4), isOverLimit(0, 4000)]).toEqual([false, true, false]);
  });
  test("plan-features-gate: a feature is open by tier and kind of business; hybrid sees those of both kinds", () => {
    const at = (appType: number, tier = 4) => featuresOf({ version: "5.0", tier, appType });
    expect(at(2)).toEqual(expect.arrayContaining([...at(0), ...at(1)]));
    const opens = (code: string) => [0, 1, 2].map((appType) => at(appType).includes(code));
    expect([opens("vans"), opens("lodging"), opens("clients")]).toEqual([
      [true, false, true],
      [false, true, true],
      [true, true, true],
    ]);
    expect([at(2, 0).includes("vans"), at(2, 1).includes("vans")]).toEqual([false, true]);
  });
  test.each([
    ["insights", 3],
    ["memberships", 2],
    ["onlineBooking", 1],
    ["clients", 0],
  ])("plan-minimum-tier: %s is there from tier %i on", (code, needed) => {
    const tiers = [0, 1, 2, 3, 4];
    expect(tiers.map((tier) => featuresOf({ version: "5.0", tier, appType: 1 }).includes(code))).toEqual(
      tiers.map((tier) => tier >= needed),
    );
  });
});

test("company-versions-permissions: a company made here has permissions by scope level; with boarding or daycare it is a BD company", () => {
  expect(versionOf({ careTypes: ["GROOMING"] })).toBe(CompanyVersion.AS);
  expect(versionOf({ careTypes: ["GROOMING", "DAYCARE"] })).toBe(CompanyVersion.BD);
});

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2::9", "2001:db8:1:2::/64"],
  ["2001:0db8:0001:0002::", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["", ""],
])("tries from %j count for %j", (ip, network) => expect(networkOf(ip)).toBe(network));

describe("where a caller stands", () => {
  const membership = (company: number, business: number | null): Membership =>
    ({
      companyId: String(company),
      businessId: business === null ? null : String(business),
      permissions: [],
      isOwner: false,
    }) as unknown as Membership;
  const memberships = fc
    .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 6 })), { selector: ([, b]) => b, maxLength: 6 })
    .map((all) => all.map(([c, b]) => membership(c, b)));
  const id = fc.integer({ min: 0, max: 7 }).map(String);

  test("nobody ever stands in a business they do not have, nor in one other than they named", () => {
    fc.assert(
      fc.property(memberships, id, id, id, id, id, (all, companyId, businessId, chosenCompany, chosenBusiness, last) => {
        const { membership: at, refused } = standingOf(
          all,
          { companyId, businessId },
          { companyId: chosenCompany, businessId: chosenBusiness },
          last,
        );
        if (at) expect(all).toContain(at);
        if (at && companyId !== "0") expect(at.companyId).toBe(companyId);
        if (at && businessId !== "0") expect(at.businessId).toBe(businessId);
        const named = companyId !== "0" || businessId !== "0";
        if (refused) expect(named && at === null).toBe(true);
        if (named && !refused) expect(at).not.toBeNull();
      }),
    );
  });
  test.each([
    [0, false],
    [1, true],
    [2, true],
    [3, false],
  ])("employee-categories: category %i is owner: %s", (category, owner) => expect(isOwnerCategory(category)).toBe(owner));
  test("landing: home with a business, the enterprise app with an enterprise only, else onboarding", () => {
    expect([landingOf([membership(1, 1)], 1), landingOf([], 1), landingOf([], 0)]).toEqual([1, 3, 2]);
  });
});

describe("holidays", () => {
  test.each([
    [2024, "2024-03-31"],
    [2025, "2025-04-20"],
    [2026, "2026-04-05"],
    [2038, "2038-04-25"],
  ])("Easter %i", (year, date) => expect(easterOf(year).toString()).toBe(date));
  test("each country's moving holidays fall where its calendar says", () => {
    const of = (country: string, year: number) => Object.fromEntries(publicHolidays(country, year).map((h) => [h.name, h.date]));
    expect(of("US", 2026)).toMatchObject({ "Thanksgiving Day": "2026-11-26", "Memorial Day": "2026-05-25", "Labor Day": "2026-09-07" });
    expect(of("CA", 2026)).toMatchObject({ "Victoria Day": "2026-05-18", Thanksgiving: "2026-10-12" });
    expect(of("GB", 2026)).toMatchObject({ "Good Friday": "2026-04-03", "Summer bank holiday": "2026-08-31" });
    expect(of("AU", 2026)).toMatchObject({ "King's Birthday": "2026-06-08" });
    expect(publicHolidays("ZZ", 2026)).toHaveLength(2);
  });
  test("a holiday of one's own stands among the public ones", () => {
    const own = { id: "9", businessId: "1", startDate: "2026-07-10", endDate: "2026-07-10", description: "Ours", type: "holiday" };
    expect(holidayList("US", 2026, "1", [own]).filter((h) => h.isClosed)).toEqual([{ ...own, isClosed: true }]);
  });
});

describe("time at work", () => {
  const zone = "America/Los_Angeles";
  const entry = { day: "2026-03-07", clockInTime: new Date("2026-03-08T02:00:00Z"), clockOutTime: null };
  test("a forgotten entry ends with its local day, daylight saving or not; over night it stays open", () => {
    expect(endOfOpen(entry, false, zone, new Date("2026-03-08T07:59:00Z"))).toBeNull();
    expect(endOfOpen(entry, false, zone, new Date("2026-03-08T20:00:00Z"))).toEqual(new Date("2026-03-08T08:00:00Z"));
    expect(endOfOpen(entry, true, zone, new Date("2026-03-09T20:00:00Z"))).toBeNull();
    expect(minutesOf({ ...entry, clockOutTime: new Date("2026-03-08T03:30:59Z") }, new Date())).toBe(90);
  });
  test.each([
    ["not limited", {}, true],
    ["inside", { limited: true, startMinute: 540, endMinute: 660 }, true],
    ["outside", { limited: true, startMinute: 660, endMinute: 700 }, false],
    ["another weekday", { limited: true, startMinute: 0, endMinute: 1440, weekdays: [1] }, false],
    ["over night, from yesterday", { limited: true, startMinute: 1320, endMinute: 660, weekdays: [5] }, true],
    ["over night, not from yesterday", { limited: true, startMinute: 1320, endMinute: 660, weekdays: [6] }, false],
  ])("signing in by the hours of a person: %s", (_, value, may) =>
    expect(mayLogInNow(value, zone, Date.parse("2026-03-07T18:00:00Z"))).toBe(may),
  );
});

describe("secrets", () => {
  test("argon2id: the right password and no other; unknown accounts cost the same", async () => {
    const stored = await hashPassword("pässwörd");
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect([
      await verifyPassword("pässwörd", stored),
      await verifyPassword("passwort", stored),
      await verifyPassword("x", "garbage"),
      await verifyNobody("x"),
    ]).toEqual([true, false, false, false]);
  });
  test("TOTP: the vectors of RFC 6238, one step of tolerance, sealed at rest", () => {
    const secret = Buffer.from("12345678901234567890");
    expect([59, 1111111109, 1234567890, 20000000000].map((s) => codeAt(secret, stepAt(s * 1000)))).toEqual([
      "287082",
      "081804",
      "005924",
      "353130",
    ]);
    expect(matchingStep(secret, "287082", 59_000)).toBe(1);
    expect(matchingStep(secret, "287082", 89_000)).toBe(1);
    expect(matchingStep(secret, "287082", 120_000)).toBeNull();
    expect(base32(Buffer.from("foobar"))).toBe("MZXW6YTBOI");
    const sealed = seal(secret, "k".repeat(32), "second factor");
    expect(unseal(sealed, "k".repeat(32), "second factor")).toEqual(secret);
    expect(() => unseal(sealed, "x".repeat(32), "second factor")).toThrow();
  });
});

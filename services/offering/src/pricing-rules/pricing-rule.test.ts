import { ErrorCode } from "@leashline/kit";
import { refusalOf, startServers, type TestServers } from "@leashline/kit/test";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { DiscountSetting, PricingRuleType as Type } from "@leashline/proto/leashline/offering/v1/pricing_rule_pb.js";
import { PricingRuleService } from "@leashline/proto/leashline/offering/v1/pricing_rule_service_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { service } from "../main.ts";

let servers: TestServers;
beforeAll(async () => {
  servers = await startServers([service]);
});
afterAll(() => servers?.stop());

const api = (companyId = "1") => servers.client(PricingRuleService, { companyId });
const usd = (units: number) => ({ currencyCode: "USD", units: BigInt(units), nanos: 0 });
const day = (date: number, month = 12) => ({ year: 2026, month, day: date });
const peak = (more: object = {}) => ({ startDate: day(24), endDate: day(26), amount: usd(15), ...more });
const christmas = { name: "Christmas", ruleType: Type.PEAK_DATE, allServicesApplicable: true, ruleItems: [peak()] };
const made = async (more: object, companyId = "1") => (await api(companyId).createPricingRule({ ...christmas, ...more })).pricingRule!;
const refused = async (call: Promise<unknown>) => {
  const { code, options } = await refusalOf(call);
  return [code, options.fields?.[0]?.field, options.fields?.[0]?.reason];
};

test("what is made is shown as it was said; its name is there once, whatever the case", async () => {
  const one = await made({ name: "  Christmas " });
  expect(one).toMatchObject({ name: "Christmas", serviceItemType: "BOARDING", active: false, invalidReason: "", version: 1 });
  expect(one.ruleItems).toMatchObject([{ startDate: day(24), endDate: day(26), amount: usd(15), percent: "", decrease: false }]);
  expect((await api().getPricingRule({ pricingRuleId: one.pricingRuleId })).pricingRule).toEqual(one);
  expect((await refused(api().createPricingRule({ ...christmas, name: "christmas" })))[0]).toBe(ErrorCode.RULE_EXISTS);
  const other = await made({ name: "New Year" });
  const rename = { pricingRuleId: other.pricingRuleId, name: "CHRISTMAS" };
  expect((await refused(api().updatePricingRule(rename)))[0]).toBe(ErrorCode.RULE_EXISTS);
  expect((await refused(api().createPricingRule({ ...christmas, name: "  " })))[1]).toBe("name");
});

test.each([
  ["no service", { allServicesApplicable: false }, "selectedServices", "choose at least one service"],
  ["no condition", { ruleItems: [] }, "ruleItems", "add at least one condition"],
  ["no dates", { ruleItems: [peak({ startDate: undefined })] }, "ruleItems.0.startDate", "say from which day"],
  ["over before it begins", { ruleItems: [peak({ endDate: day(23) })] }, "ruleItems.0.endDate", "must not be before the first day"],
  ["a day twice", { ruleItems: [peak(), peak({ startDate: day(26) })] }, "ruleItems.1.startDate", "some of these days are listed twice"],
  ["a price of nothing", { ruleItems: [peak({ amount: usd(0) })] }, "ruleItems.0.amount", "say a percentage or an amount above zero"],
  ["both", { ruleItems: [peak({ percent: "10" })] }, "ruleItems.0.amount", "say either a percentage or an amount, not both"],
  [
    "free and more",
    { ruleItems: [{ ...peak(), amount: undefined, percent: "101", decrease: true }] },
    "ruleItems.0.percent",
    "a discount is at most 100%",
  ],
  ["the first pet", { ruleType: Type.MULTI_PET, ruleItems: [{ from: 1, percent: "10" }] }, "ruleItems.0.from", "must be 2 or more"],
  ["no hour", { ruleType: Type.MORE_THAN_24_HOURS, ruleItems: [{ percent: "10" }] }, "ruleItems.0.from", "must be 1 or more"],
  ["a day more", { ruleType: Type.MORE_THAN_24_HOURS, ruleItems: [{ from: 25, percent: "10" }] }, "ruleItems.0.from", "must be 24 or less"],
  [
    "first twice",
    { ruleType: Type.FIRST_VISIT, ruleItems: [{ percent: "10" }, { percent: "20" }] },
    "ruleItems.1.from",
    "a first visit has one price: remove the others",
  ],
  ["no weekday", { ruleType: Type.WEEKDAY, ruleItems: [{ percent: "10" }] }, "ruleItems.0.weekdays", "choose at least one day of the week"],
])(
  "pricing-rule-activate: %s: kept as it is, and not activated, neither by itself nor from the start",
  async (name, wrong, field, reason) => {
    const rule = await made({ ...wrong, name });
    expect(rule.invalidReason).toBe(reason);
    expect(await refused(api().activatePricingRule({ pricingRuleId: rule.pricingRuleId }))).toEqual([
      ErrorCode.PARAMS_INVALID,
      field,
      reason,
    ]);
    expect((await api().getPricingRule({ pricingRuleId: rule.pricingRuleId })).pricingRule?.active).toBe(false);
    expect(await refused(api().createPricingRule({ ...christmas, ...wrong, name: `${name} 2`, active: true }))).toEqual([
      ErrorCode.PARAMS_INVALID,
      field,
      reason,
    ]);
  },
);

test("an active rule stays valid: what would spoil it is refused, and a service that is gone stands against it", async () => {
  const catalog = servers.client(CatalogService);
  const stay = (await catalog.createService({ service: { name: "Overnight", careType: "BOARDING", price: usd(45) } })).service!;
  const cut = (await catalog.createService({ service: { name: "Cut", careType: "GROOMING", price: usd(45) } })).service!;
  const chosen = { allServicesApplicable: false, selectedServices: [stay.id] };
  const unknown = { ...christmas, ...chosen, name: "Unknown", selectedServices: [cut.id] };
  expect((await refused(api().createPricingRule(unknown))).slice(0, 2)).toEqual([ErrorCode.SERVICE_NOT_FOUND, "selectedServices"]);
  const { pricingRuleId, version } = await made({ ...chosen, name: "Overnights" });
  const on = (await api().activatePricingRule({ pricingRuleId, version })).pricingRule!;
  expect(on).toMatchObject({ active: true, version: 2 });
  expect((await refused(api().updatePricingRule({ pricingRuleId, updateMask: { paths: ["rule_items"] } })))[1]).toBe("ruleItems");
  await catalog.deleteService({ id: stay.id });
  const [listed] = (await api().listPricingRules({ pageSize: 1000 })).pricingRules.filter((one) => one.pricingRuleId === pricingRuleId);
  expect(listed?.invalidReason).toContain("is no longer offered");
  const off = (await api().updatePricingRule({ pricingRuleId, active: false, version: 2 })).pricingRule!;
  expect(off).toMatchObject({ active: false, name: "Overnights", version: 3 });
  expect((await refused(api().activatePricingRule({ pricingRuleId }))).slice(0, 2)).toEqual([ErrorCode.PARAMS_INVALID, "selectedServices"]);
  expect((await refused(api().updatePricingRule({ pricingRuleId, name: "Late", version: 2 })))[0]).toBe(ErrorCode.VERSION_CONFLICT);
});

test("pricing-rule-page-sizes: ten unless more are asked for, up to a thousand; the list says how several apply", async () => {
  for (let n = 0; n < 12; n += 1) await made({ name: `Rule ${n}`, active: n === 3 }, "3");
  const first = await api("3").listPricingRules({});
  const rest = await api("3").listPricingRules({ pageToken: first.nextPageToken });
  expect([first.pricingRules.length, rest.pricingRules.length, first.total, rest.nextPageToken]).toEqual([10, 2, 12, ""]);
  expect((await api("3").listPricingRules({ pageSize: 1000 })).pricingRules).toHaveLength(12);
  expect((await api("3").listPricingRules({ activeOnly: true })).pricingRules.map(({ name }) => name)).toEqual(["Rule 3"]);
  expect(first.discountSetting).toBe(DiscountSetting.APPLY_BEST_ONLY);
  await api("3").setDiscountSetting({ discountSetting: DiscountSetting.APPLY_SEQUENCE });
  expect((await api("3").listPricingRules({})).discountSetting).toBe(DiscountSetting.APPLY_SEQUENCE);
  expect((await api("1").listPricingRules({})).discountSetting).toBe(DiscountSetting.APPLY_BEST_ONLY);
});

test("the rules that are active come with the services that are asked for, where that is wanted", async () => {
  const catalog = servers.client(CatalogService, { companyId: "3" });
  const asked = { ids: ["999"], allowMissing: true };
  const { pricingRules, discountSetting } = await catalog.batchGetServices({ ...asked, withPricingRules: true });
  const listed = await api("3").listPricingRules({ activeOnly: true });
  expect([pricingRules, discountSetting]).toEqual([listed.pricingRules, listed.discountSetting]);
  expect(pricingRules.map(({ name }) => name)).toEqual(["Rule 3"]);
  expect((await catalog.batchGetServices(asked)).pricingRules).toEqual([]);
});

test("rules apply in the order in which they were put, a new one last; another company's is not there, and then all stay where they are", async () => {
  const ids: string[] = [];
  for (const name of ["A", "B", "C", "D"]) ids.push((await made({ name, active: true }, "4")).pricingRuleId);
  const [a = "", b = "", c = "", d = ""] = ids;
  const names = async (more: object = {}) => (await api("4").listPricingRules(more)).pricingRules.map(({ name }) => name).join("");
  await api("4").sortPricingRules({ idList: [c, a, b, d] });
  expect([await names(), await names({ activeOnly: true })]).toEqual(["CABD", "CABD"]);
  const first = await api("4").listPricingRules({ pageSize: 2 });
  expect(await names({ pageSize: 2, pageToken: first.nextPageToken })).toBe("BD");
  await made({ name: "E" }, "4");
  await api("4").sortPricingRules({ idList: [d] });
  expect(await names()).toBe("DCABE");
  expect((await refused(api("5").sortPricingRules({ idList: [a, b] })))[0]).toBe(ErrorCode.NOT_FOUND);
  const theirs = (await made({ name: "Theirs" }, "5")).pricingRuleId;
  expect((await refused(api("4").sortPricingRules({ idList: [a, theirs] })))[0]).toBe(ErrorCode.NOT_FOUND);
  expect(await names()).toBe("DCABE");
});

test("deleted twice it is gone once; another company's is not found", async () => {
  const { pricingRuleId } = await made({ name: "Mine" });
  expect((await refused(api("2").getPricingRule({ pricingRuleId })))[0]).toBe(ErrorCode.NOT_FOUND);
  expect((await refused(api("2").activatePricingRule({ pricingRuleId })))[0]).toBe(ErrorCode.NOT_FOUND);
  await api("2").deletePricingRule({ pricingRuleId });
  expect((await api().getPricingRule({ pricingRuleId })).pricingRule?.name).toBe("Mine");
  for (const _ of [1, 2]) await api().deletePricingRule({ pricingRuleId });
  expect((await refused(api().getPricingRule({ pricingRuleId })))[0]).toBe(ErrorCode.NOT_FOUND);
});

const weekend = { name: "Saturdays", ruleType: Type.WEEKDAY, allServicesApplicable: true, ruleItems: [{ weekdays: [6], amount: usd(10) }] };

test.each(["DAYCARE", "GROOMING", "EVALUATION", "DOG_WALKING"])(
  "a rule is for one care type, and %s has those that look at a day",
  async (careType) => {
    for (const [name, ruleType] of Object.entries({
      MULTI_PET: Type.MULTI_PET,
      PEAK_DATE: Type.PEAK_DATE,
      WEEKDAY: Type.WEEKDAY,
      FIRST: Type.FIRST_VISIT,
    })) {
      const rule = await made({ name: `${careType} ${name}`, ruleType, ruleItems: [], serviceItemType: careType }, "6");
      expect(rule.serviceItemType).toBe(careType);
    }
    for (const ruleType of [Type.MULTI_NIGHT, Type.LENGTH_OF_STAY, Type.MORE_THAN_24_HOURS]) {
      const [code, field, reason] = await refused(api("6").createPricingRule({ ...weekend, ruleType, serviceItemType: careType }));
      expect([code, field]).toEqual([ErrorCode.PARAMS_INVALID, "ruleType"]);
      expect(reason).toContain("only boarding");
    }
  },
);

test("classes have no rules, nor has what is no care type; the dates of a rule keep their names", async () => {
  const classes = await refused(api("6").createPricingRule({ ...weekend, serviceItemType: "GROUP_CLASS" }));
  expect(classes.slice(0, 2)).toEqual([ErrorCode.PARAMS_INVALID, "serviceItemType"]);
  expect(classes[2]).toContain("one price for all of its sessions");
  expect((await refused(api("6").createPricingRule({ ...weekend, serviceItemType: "SWIMMING" })))[1]).toBe("serviceItemType");
  const named = { ...christmas, name: "Holidays", serviceItemType: "GROOMING", ruleItems: [peak({ name: " Christmas " })] };
  expect((await made(named, "6")).ruleItems).toMatchObject([{ name: "Christmas", startDate: day(24) }]);
});

test("the services of a rule are those of its care type", async () => {
  const catalog = servers.client(CatalogService, { companyId: "6" });
  const make = async (name: string, careType: string) =>
    (await catalog.createService({ service: { name, careType, price: usd(45) } })).service!;
  const [stay, cut] = [await make("Overnight", "BOARDING"), await make("Cut", "GROOMING")];
  const of = (id: string) => ({
    ...weekend,
    serviceItemType: "GROOMING",
    allServicesApplicable: false,
    selectedServices: [id],
    active: true,
  });
  expect((await refused(api("6").createPricingRule({ ...of(stay.id), name: "Wrong" }))).slice(0, 2)).toEqual([
    ErrorCode.SERVICE_NOT_FOUND,
    "selectedServices",
  ]);
  const { pricingRuleId } = await made({ ...of(cut.id), name: "Cuts" }, "6");
  const other = { pricingRuleId, selectedServices: [stay.id], updateMask: { paths: ["selected_services"] } };
  expect((await refused(api("6").updatePricingRule(other)))[1]).toBe("selectedServices");
  await made({ ...of(stay.id), name: "Nights", serviceItemType: "" }, "6");
  const { pricingRules } = await api("6").listPricingRules({ activeOnly: true });
  expect(pricingRules.map(({ name, invalidReason }) => [name, invalidReason])).toEqual([
    ["Cuts", ""],
    ["Nights", ""],
  ]);
});

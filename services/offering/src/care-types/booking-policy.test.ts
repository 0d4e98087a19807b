import { ErrorCode, toMoney } from "@leashline/kit";
import { refusalOf, startServers, type TestServers } from "@leashline/kit/test";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { CompanyServiceService } from "@leashline/proto/leashline/offering/v1/company_service_pb.js";
import { PolicyChargeKind } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { service } from "../main.ts";

let servers: TestServers;
beforeAll(async () => {
  servers = await startServers([service]);
});
afterAll(() => servers.stop());

const { NONE, AMOUNT, PERCENT } = PolicyChargeKind;
const catalog = () => servers.client(CatalogService);
let made = 0;
const make = async (careType: string, bookingPolicy: object) => {
  const { service: kept } = await catalog().createService({
    service: { name: `Policy ${made++}`, careType, options: { bookingPolicy, canTip: false } },
  });
  return kept!;
};
const usd = (minor: number) => toMoney(minor, "USD");

test("a service keeps what it says of its own, and each part that it does not say stays unsaid", async () => {
  const whole = {
    ...{ noticeMinutes: 0, latestStart: 840, changeNoticeHours: 48 },
    cancellationFee: { kind: AMOUNT, amount: usd(2_500) },
    deposit: { kind: PERCENT, percent: 30 },
  };
  const { id, options } = await make("GROOMING", whole);
  expect(options?.bookingPolicy).toMatchObject(whole);
  const paths = ["options.booking_policy"];
  const save = (bookingPolicy?: object) =>
    catalog().updateService({ id, service: { options: { ...(bookingPolicy && { bookingPolicy }) } }, updateMask: { paths } });
  const { service: fewer } = await save({ cancellationFee: { kind: NONE } });
  expect(fewer?.options).toMatchObject({ canTip: false, bookingPolicy: { cancellationFee: { kind: NONE } } });
  const { noticeMinutes, latestStart, changeNoticeHours, deposit } = fewer!.options!.bookingPolicy!;
  expect([noticeMinutes, latestStart, changeNoticeHours, deposit]).toEqual([undefined, undefined, undefined, undefined]);
  const { options: none } = (await save()).service!;
  expect([none?.canTip, none?.bookingPolicy]).toEqual([false, undefined]);
});

const wrong: [string, string, object, string][] = [
  ["a class", "GROUP_CLASS", { noticeMinutes: 60 }, ""],
  ["the latest start of a stay", "BOARDING", { latestStart: 600 }, ".latestStart"],
  ["the latest start of daycare", "DAYCARE", { latestStart: 600 }, ".latestStart"],
  ["a minute that no day has", "GROOMING", { latestStart: 1_440 }, ".latestStart"],
  ["a notice below zero", "GROOMING", { noticeMinutes: -1 }, ".noticeMinutes"],
  ["a window of months", "GROOMING", { changeNoticeHours: 1_441 }, ".changeNoticeHours"],
  ["a fee of no kind", "GROOMING", { cancellationFee: { percent: 5 } }, ".cancellationFee.kind"],
  ["a fee of nothing", "GROOMING", { cancellationFee: { kind: AMOUNT } }, ".cancellationFee.amount"],
  ["a fee below zero", "GROOMING", { cancellationFee: { kind: AMOUNT, amount: usd(-100) } }, ".cancellationFee.amount.units"],
  ["a fee of no percent", "GROOMING", { cancellationFee: { kind: PERCENT } }, ".cancellationFee.percent"],
  ["a deposit above the price", "BOARDING", { deposit: { kind: PERCENT, percent: 101 } }, ".deposit.percent"],
  ["a deposit of nothing", "DAYCARE", { deposit: { kind: AMOUNT, amount: usd(0) } }, ".deposit.amount"],
];
test.each(wrong)("%s is refused with its field, and nothing is kept", async (_, careType, policy, part) => {
  const before = (await catalog().listServices({})).total;
  const { code, options } = await refusalOf(make(careType, policy));
  expect([code, options.fields?.[0]?.field]).toEqual([ErrorCode.PARAMS_INVALID, `service.options.bookingPolicy${part}`]);
  expect((await catalog().listServices({})).total).toBe(before);
});

test("the company's own face keeps and refuses the same", async () => {
  const company = servers.client(CompanyServiceService);
  const input = (bookingPolicy: object) => ({ service: { name: `Company ${made++}`, careTypeId: "2", options: { bookingPolicy } } });
  const { code, options } = await refusalOf(company.createCompanyService(input({ deposit: { kind: PERCENT } })));
  expect([code, options.fields?.[0]?.field]).toEqual([ErrorCode.PARAMS_INVALID, "service.options.bookingPolicy.deposit.percent"]);
  await company.createCompanyService(input({ changeNoticeHours: 12 }));
  const { services } = await catalog().listServices({ keyword: `Company ${made - 1}` });
  expect(services[0]?.options?.bookingPolicy?.changeNoticeHours).toBe(12);
});

import { ErrorCode } from "@leashline/kit";
import { refusalOf, startServers, type TestServers } from "@leashline/kit/test";
import {
  ChargeApplyType as Apply,
  ServiceChargeService,
  SurchargeType,
} from "@leashline/proto/leashline/offering/v1/service_charge_service_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { OrderLineKind } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { service as order } from "../../../order/src/main.ts";
import { service } from "../main.ts";

let servers: TestServers;
beforeAll(async () => {
  servers = await startServers([service, order]);
});
afterAll(() => servers?.stop());

const charges = (caller: object = {}) => servers.client(ServiceChargeService, { companyId: "1", ...caller });
const orders = (companyId = "1") => servers.client(OrderService, { companyId });
const usd = (units: number) => ({ currencyCode: "USD", units: BigInt(units), nanos: 0 });
const lines = ["10", "11"].map((petId) => ({ kind: OrderLineKind.PRODUCT, name: "Stay", unitPrice: usd(40), quantity: 1, petId }));
const opened = async () => (await orders().createOrder({ lines })).order!;

test("a late pick-up goes onto the order for each of its pets, once however often and at once it is asked for; who is in time pays nothing", async () => {
  const late = { name: "Late", price: usd(15), isActive: true, time: 1080, applyType: Apply.PER_PET };
  await charges().createServiceCharge({ ...late, surchargeType: SurchargeType.LATE_PICK_UP });
  const { id: orderId } = await opened();
  const intime = await refusalOf(charges().addLatePickUp({ orderId, time: 1080 }));
  expect([intime.code, intime.options.fields?.[0]?.field]).toEqual([ErrorCode.STATE_CONFLICT, "time"]);
  const tries = await Promise.allSettled(Array.from({ length: 5 }, () => charges().addLatePickUp({ orderId, time: 1100 })));
  const done = tries.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  expect(done.filter((one) => one.added)).toMatchObject([{ serviceCharge: { name: "Late" }, quantity: 2, totalPrice: usd(30) }]);
  expect(await charges().addLatePickUp({ orderId, time: 1200 })).toMatchObject({ added: false, orderVersion: 2 });
  const { order: after } = await orders().getOrder({ orderId });
  expect(after?.items.filter((line) => line.serviceChargeId !== "0").map((line) => [line.name, line.quantity])).toEqual([["Late", 2]]);
});

test("another company's order, and a caller who may not charge more, are refused", async () => {
  const { id: orderId } = await opened();
  const other = { companyId: "2" };
  await charges(other).createServiceCharge({
    name: "Late",
    price: usd(9),
    isActive: true,
    time: 60,
    surchargeType: SurchargeType.LATE_PICK_UP,
  });
  expect((await refusalOf(charges(other).addLatePickUp({ orderId, time: 900 }))).code).toBe(ErrorCode.NOT_FOUND);
  const groomer = { permissions: [Permission.VIEW_INVOICE], employeeCategory: 0 };
  expect((await refusalOf(charges(groomer).addLatePickUp({ orderId, time: 1100 }))).code).toBe(ErrorCode.NO_PERMISSION);
});

import { type Ctx, defineService, ErrorCode, mustBeCurrent, mustExist } from "@leashline/kit";
import { partOf, refusalOf, startServers, type TestServers } from "@leashline/kit/test";
import {
  ChargeApplyType as Apply,
  ServiceChargeService,
  SurchargeType,
} from "@leashline/proto/leashline/offering/v1/service_charge_service_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { service } from "../main.ts";

type Line = { name: string; quantity: number; petId: string; serviceChargeId: string; serviceItemType?: string };
type Order = { id: string; companyId: string; businessId: string; version: number; items: Line[] };
type Added = { orderId: string; version: number; name: string; quantity: number; serviceChargeId: string };

let servers: TestServers;
const kept = new Map<string, Order>();
const mine = (ctx: Ctx, id: string): Order => mustExist(kept.get(id)?.companyId === ctx.companyId ? kept.get(id) : undefined, "orderId");

/** The neighbour that keeps orders: one that is charged on an older version than the current one refuses. */
const order = defineService({
  name: "order",
  migrations: new URL("./none/", import.meta.url),
  rpcs: [
    partOf(OrderService, {
      getOrder: async ({ orderId }: { orderId: string }, ctx: Ctx) => ({ order: structuredClone(mine(ctx, orderId)) }),
      batchGetOrders: async ({ orderIds }: { orderIds: string[] }, ctx: Ctx) => ({
        orders: orderIds.flatMap((id) =>
          kept.get(id)?.companyId === ctx.companyId ? [{ id, businessId: kept.get(id)?.businessId, customerId: "20" }] : [],
        ),
      }),
      addServiceCharge: async ({ orderId, version, ...line }: Added, ctx: Ctx) => {
        const found = mine(ctx, orderId);
        mustBeCurrent(version, found.version);
        found.items.push({ name: line.name, quantity: line.quantity, serviceChargeId: line.serviceChargeId, petId: "0" });
        found.version += 1;
        return { order: structuredClone(found) };
      },
    } as never),
  ],
});

beforeAll(async () => {
  servers = await startServers([service, order], { background: false });
});
afterAll(() => servers?.stop());

const charges = (caller: object = {}) => servers.client(ServiceChargeService, { companyId: "1", ...caller });
const usd = (units: number) => ({ currencyCode: "USD", units: BigInt(units), nanos: 0 });
const opened = ({ companyId = "1", businessId = "1", care = ["BOARDING", "BOARDING"] } = {}): Order => {
  const id = String(70 + kept.size);
  const items = care.map((serviceItemType, pet) => ({
    name: "Stay",
    quantity: 1,
    petId: String(10 + pet),
    serviceChargeId: "0",
    serviceItemType,
  }));
  kept.set(id, { id, companyId, businessId, version: 1, items });
  return kept.get(id)!;
};

test("a late pick-up goes onto the order for each of its pets, once however often and at once it is asked for; who is in time pays nothing", async () => {
  const late = { name: "Late", price: usd(15), isActive: true, time: 1080, applyType: Apply.PER_PET };
  await charges().createServiceCharge({ ...late, surchargeType: SurchargeType.LATE_PICK_UP });
  const { id: orderId } = opened();
  const intime = await refusalOf(charges().addLatePickUp({ orderId, time: 1080 }));
  expect([intime.code, intime.options.fields?.[0]?.field]).toEqual([ErrorCode.STATE_CONFLICT, "time"]);
  const tries = await Promise.allSettled(Array.from({ length: 5 }, () => charges().addLatePickUp({ orderId, time: 1100 })));
  const done = tries.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  expect(done.filter((one) => one.added)).toMatchObject([{ serviceCharge: { name: "Late" }, quantity: 2, totalPrice: usd(30) }]);
  expect(await charges().addLatePickUp({ orderId, time: 1200 })).toMatchObject({ added: false, orderVersion: 2 });
  expect(
    kept
      .get(orderId)
      ?.items.filter((line) => line.serviceChargeId !== "0")
      .map((line) => [line.name, line.quantity]),
  ).toEqual([["Late", 2]]);
});

test("another company's order, and a caller who may not charge more, are refused", async () => {
  const { id: orderId } = opened();
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

test("surcharge-conditions: a charge counts for orders of its location and its care types only, for the pets that get one of them", async () => {
  const caller = { companyId: "5" };
  const late = { price: usd(10), isActive: true, surchargeType: SurchargeType.LATE_PICK_UP, careTypes: ["BOARDING", "DAYCARE"] };
  await charges(caller).createServiceCharge({ ...late, name: "Here", time: 1080, businessIds: ["1"], applyType: Apply.PER_PET });
  await charges(caller).createServiceCharge({ ...late, name: "There", time: 1200, businessIds: ["2"] });
  const dueFor = async (order: object, time: number) => {
    const { id: orderId } = opened({ companyId: "5", ...order });
    const { serviceCharge, quantity } = await charges(caller).checkLatePickUp({ orderId, time });
    return serviceCharge && [serviceCharge.name, quantity];
  };
  expect(await dueFor({ care: ["GROOMING", "DAYCARE", "BOARDING"] }, 1210)).toEqual(["Here", 2]);
  expect(await dueFor({ businessId: "2" }, 1190)).toBeUndefined();
  expect(await dueFor({ businessId: "2" }, 1210)).toEqual(["There", 1]);
  expect(await dueFor({ businessId: "3" }, 1210)).toBeUndefined();
  expect(await dueFor({ care: ["GROOMING"] }, 1210)).toBeUndefined();
  expect((await charges(caller).checkLatePickUp({ time: 1210 })).serviceCharge?.name).toBe("There");
  const { id: orderId } = opened({ companyId: "5", care: ["GROOMING"] });
  expect((await refusalOf(charges(caller).addLatePickUp({ orderId, time: 1210 }))).code).toBe(ErrorCode.STATE_CONFLICT);
  expect((await refusalOf(charges({ companyId: "6" }).checkLatePickUp({ orderId, time: 1210 }))).code).toBe(ErrorCode.NOT_FOUND);
});

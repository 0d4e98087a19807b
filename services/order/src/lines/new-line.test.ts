import { ErrorCode } from "@leashline/kit";
import { partOf, refusalOf } from "@leashline/kit/test";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { ServiceChangedSchema } from "@leashline/proto/leashline/offering/v1/events_pb.js";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { emit, type Harness, startHarness, usd } from "../../test/harness.ts";

// 501 was told here, 502 was told and is deleted, 503 was made just now and is not told yet, 504 is told to another company alone.

let harness: Harness;
const asked: string[][] = [];
beforeAll(async () => {
  const batchGetServices = async ({ ids }: { ids: string[] }) => {
    asked.push(ids);
    return { services: ids.filter((id) => id === "503").map((id) => ({ id })) };
  };
  harness = await startHarness([partOf(CatalogService, { batchGetServices })]);
  await emit(harness.servers, ServiceChangedSchema, { serviceId: "501", name: "Bath", canTip: true });
  await emit(harness.servers, ServiceChangedSchema, { serviceId: "502", name: "Nails", canTip: true, deleted: true });
  await emit(harness.servers, ServiceChangedSchema, { serviceId: "504", name: "Theirs", canTip: true }, { companyId: "2" });
});
afterAll(async () => harness?.servers.stop());
beforeEach(() => {
  asked.length = 0;
});

const orders = () => harness.servers.client(OrderService);
const line = (serviceId: string) => ({ name: "Bath", unitPrice: usd(1_000), serviceId });
const refused = async (call: Promise<unknown>) => {
  const { code, options } = await refusalOf(call);
  return [code, options.fields?.[0]];
};

test.each(["999", "504"])("an order's line of a service that is not the company's is refused beside its field (%s)", async (serviceId) => {
  const wrong = (field: string) => [ErrorCode.PARAMS_INVALID, { field, reason: "no such service" }];
  const lines = [line("501"), line("0"), line(serviceId)];
  expect(await refused(orders().createOrder({ lines }))).toEqual(wrong("lines.2.serviceId"));
  const { orderId } = await harness.booked();
  expect(await refused(orders().addLine({ orderId, line: line(serviceId) }))).toEqual(wrong("line.serviceId"));
  expect((await orders().getOrder({ orderId })).order?.items).toHaveLength(2);
});

test("a service of the company is taken without asking elsewhere, a deleted one too; one that was made just now is asked after", async () => {
  const { order } = await orders().createOrder({ lines: [line("501"), line("502"), line("0")] });
  expect(order?.items.map(({ serviceId }) => serviceId)).toEqual(["501", "502", "0"]);
  expect(asked).toEqual([]);
  const { order: more } = await orders().addLine({ orderId: order!.id, line: line("503") });
  expect(more?.items.at(-1)?.serviceId).toBe("503");
  expect(asked).toEqual([["503"]]);
});

test("an appointment's order is made of what the calendar told, whatever services are known here", async () => {
  const { order } = await harness.booked();
  expect(order.items.map(({ serviceId }) => serviceId)).toEqual(["101", "102"]);
  expect(asked).toEqual([]);
});

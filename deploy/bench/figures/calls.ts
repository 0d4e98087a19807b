import { PushService } from "@leashline/proto/leashline/gateway/v1/push_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { startBaseline } from "../baselines/child.ts";
import { type Figure, rateFigure, roundMs, timesFigure } from "../figure.ts";
import { httpRequest, load } from "../load.ts";
import type { Part, Setting } from "./setting.ts";

async function readById({ house, raw, shop, serviceId }: Setting): Promise<Figure[]> {
  const ours = shop.request(CatalogService.method.getService, { id: serviceId });
  const theirs = httpRequest("GET", `/service?company=${shop.identity.companyId}&id=${serviceId}`);
  const at = (inFlight: number) => ({
    ours: () => load(house.gateway(() => ours, { inFlight, ms: roundMs })),
    baseline: () => load({ port: raw.port, request: () => theirs, inFlight, ms: roundMs }),
  });
  const many = at(32);
  const one = at(1);
  return [
    await rateFigure({
      name: "read by id, 32 in flight, to node:http + pg",
      aim: 0.35,
      floor: 0.12,
      ours: async () => (await many.ours()).perSecond,
      baseline: async () => (await many.baseline()).perSecond,
    }),
    await timesFigure({
      name: "read by id, 1 in flight, p50",
      aim: 4,
      floor: 10,
      ours: async () => (await one.ours()).p50,
      baseline: async () => (await one.baseline()).p50,
    }),
  ];
}

/** Session, access rule, validation and rate limits, answered by the gateway itself: a token for the live connection. */
async function withoutDatabase({ house, shop }: Setting): Promise<Figure[]> {
  const hello = await startBaseline("hello-fastify");
  try {
    const ours = shop.request(PushService.method.createSocketToken, {});
    const theirs = httpRequest("POST", "/hello", { "content-type": "application/json" }, Buffer.from("{}"));
    return [
      await rateFigure({
        name: "gateway call without database, to fastify hello",
        aim: 0.22,
        floor: 0.06,
        ours: async () => (await load(house.gateway(() => ours, { inFlight: 32, ms: roundMs }))).perSecond,
        baseline: async () => (await load({ port: hello.port, request: () => theirs, inFlight: 32, ms: roundMs })).perSecond,
      }),
    ];
  } finally {
    await hello.stop();
  }
}

export const calls: Part = {
  name: "calls",
  measure: async (setting) => [...(await readById(setting)), ...(await withoutDatabase(setting))],
};

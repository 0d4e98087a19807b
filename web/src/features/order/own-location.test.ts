import { create } from "@bufbuild/protobuf";
import { createRouterTransport } from "@connectrpc/connect";
import { TransportProvider } from "@connectrpc/connect-query";
import { OrderSchema } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { PreAuth } from "../payment/shared/pre-auth/PreAuth.tsx";
import { usePaysByLink, useWays } from "../payment/shared/useWays.ts";
import { useWaysToPay } from "./orders/useCheckout.ts";
import { useTipOffers } from "./tips/useTipOffers.ts";

const bill = create(OrderSchema, { id: "5", customerId: "20", appointmentId: "7", businessId: "2" });

const Screen = ({ screen }: { screen: () => unknown }) => {
  screen();
  return null;
};

/** What these hooks and screens ask of which location. */
function asked(screen: () => unknown): [method: string, businessId: unknown][] {
  const client = new QueryClient();
  const inside = createElement(QueryClientProvider, { client }, createElement(Screen, { screen }));
  const transport = createRouterTransport(() => undefined);
  renderToString(createElement(TransportProvider, { transport } as never, inside));
  const keys = client.getQueryCache().getAll();
  return keys.map(({ queryKey }) => {
    const { methodName, input } = queryKey[1] as { methodName: string; input: { businessId?: string } };
    return [methodName, input.businessId];
  });
}

const ofLocations = ["GetPaymentSetting", "GetSmartTipConfig", "ListPaymentMethods", "ListSquareDevices"];

test.each([
  ["the ways to pay a bill", () => useWaysToPay(bill), ["ListPaymentMethods", "GetPaymentSetting", "ListSquareDevices"]],
  ["the ways to pay several", () => useWays(bill), ["ListPaymentMethods"]],
  ["its tips", () => useTipOffers(bill), ["GetPaymentSetting", "GetSmartTipConfig"]],
  ["its pay link", () => usePaysByLink(bill.businessId), ["GetPaymentSetting"]],
  ["what a card holds for it", () => PreAuth({ order: bill, refresh: async () => undefined, place: "before" }), ["GetPaymentSetting"]],
])("of a bill's own location, whichever one is chosen: %s", (_, screen, methods) => {
  const found = asked(screen).filter(([method]) => ofLocations.includes(method));
  expect(found.toSorted()).toEqual(methods.map((method) => [method, "2"]).toSorted());
});

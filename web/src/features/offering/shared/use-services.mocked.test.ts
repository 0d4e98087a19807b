import { createRouterTransport } from "@connectrpc/connect";
import { TransportProvider } from "@connectrpc/connect-query";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, test, vi } from "vitest";

const business = { id: "4", name: "Maple North", companyId: "2", companyName: "Maple" };
vi.mock("../../../app/session/session.ts", () => ({ useInfo: () => ({ business }) }));
const { useCompanyServices, useServices, useSold } = await import("./useServices.ts");

const Screen = ({ screen }: { screen: () => unknown }) => {
  screen();
  return null;
};

/** What a screen asks of the catalog. */
function asked(screen: () => unknown): unknown[] {
  const client = new QueryClient();
  const inside = createElement(QueryClientProvider, { client }, createElement(Screen, { screen }));
  renderToString(createElement(TransportProvider, { transport: createRouterTransport(() => undefined) } as never, inside));
  const keys = client.getQueryCache().getAll();
  return keys.map(({ queryKey }) => (queryKey[1] as { input: unknown }).input);
}

const all = { pageSize: 1000, withAddOns: true };

test.each([
  ["booked from at the open location, at its own prices", useServices, { ...all, businessId: "4" }],
  ["booked from there, with add-ons, by the same question", useSold, { ...all, businessId: "4" }],
  ["that of a visit's own location where that is another", () => useSold({ businessId: "5" }), { ...all, businessId: "5" }],
  ["set up for the company as a whole", useCompanyServices, all],
])("the catalog is %s", (_, screen, wanted) => {
  expect(asked(screen)).toEqual([wanted]);
});

import { create } from "@bufbuild/protobuf";
import { createRouterTransport } from "@connectrpc/connect";
import { createConnectQueryKey, TransportProvider } from "@connectrpc/connect-query";
import { GetClientDetailResponseSchema } from "@leashline/proto/leashline/customer/v1/client_requests_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement, Fragment } from "react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { ClientFace } from "./ClientFace.tsx";
import { ClientFacts } from "./ClientFacts.tsx";

const transport = createRouterTransport(() => undefined);

/** The head of what is about a client, and how many calls it makes. */
function head(avatarPath?: string) {
  const client = new QueryClient();
  const queryKey = createConnectQueryKey({
    schema: ClientService.method.getClientDetail,
    input: { customerId: "7" },
    transport,
    cardinality: "finite",
  });
  if (avatarPath !== undefined)
    client.setQueryData(queryKey, create(GetClientDetailResponseSchema, { client: { customerId: "7", firstName: "Jo", avatarPath } }));
  const face = createElement(ClientFace, { customerId: "7", name: "Jo Park", size: 44, colour: "#112233" });
  const inside = createElement(Fragment, {}, face, createElement(ClientFacts, { customerId: "7" }));
  const tree = createElement(QueryClientProvider, { client }, inside);
  const shown = renderToString(createElement(TransportProvider, { transport } as never, tree));
  return { shown, calls: client.getQueryCache().getAll().length };
}

test("a client's picture stands beside what is about them, by the call that says how to reach them", () => {
  const { shown, calls } = head("/files/public/1/jo.png");
  expect(shown).toContain('src="/files/public/1/jo.png"');
  expect(shown).not.toContain("data-initials");
  expect(calls).toBe(1);
});

test("initials in their color stand there for whoever has no picture, and until it is known", () => {
  for (const known of ["", undefined]) {
    const { shown, calls } = head(known);
    expect(shown).toContain('data-initials="JP"');
    expect(shown).toContain("#112233");
    expect(shown).not.toContain("<img");
    expect(calls).toBe(1);
  }
});

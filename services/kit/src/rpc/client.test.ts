import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Code } from "@connectrpc/connect";
import { TaxService } from "@leashline/proto/leashline/account/v1/tax_service_pb.js";
import { TagService } from "@leashline/proto/leashline/customer/v1/tag_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "../config.ts";
import { type Ctx, nobody } from "../context.ts";
import { clientFor } from "./client.ts";

const server = createServer((request, response) => {
  request.resume();
  response.writeHead(401, { "content-type": "application/json" }).end('{"code":"unauthenticated","message":"no auth"}');
});
let ctx: Ctx;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const config = readConfig({
    ...process.env,
    LEASHLINE_ACCOUNT_URL: url,
    LEASHLINE_CUSTOMER_URL: url,
    LEASHLINE_SIGNING_KEY: "k".repeat(40),
  });
  ctx = {
    caller: nobody,
    runtime: { config, name: "message", tracer: null },
    requestId: "r",
    trace: "",
    idempotencyKey: "",
    deadline: null,
  } as never;
});
afterAll(() => server.closeAllConnections());

test("only the account service says that a session is over: 401 of any other to one of ours is unavailable", async () => {
  await expect(clientFor(TaxService, ctx).listTaxRules({})).rejects.toMatchObject({ code: Code.Unauthenticated });
  await expect(clientFor(TagService, ctx).listTags({})).rejects.toMatchObject({ code: Code.Unavailable });
});

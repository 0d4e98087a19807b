import { createRouterTransport } from "@connectrpc/connect";
import { createQueryOptions } from "@connectrpc/connect-query";
import { BrandedAppService } from "@leashline/proto/leashline/account/v1/branded_app_service_pb.js";
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { appState } from "./app-state.ts";

const app = { companyId: "2", brandedAppId: "com.birch.pets", appIconUrl: "", appName: "Birch Pets" };

test.each([
  ["fulfilled", async () => ({ config: app })],
  ["empty", async () => ({})],
  [
    "error",
    async () => {
      throw new Error("no");
    },
  ],
] as const)("branded-app-load-states: default, then loading, then %s", async (end, getBrandedAppConfig) => {
  const transport = createRouterTransport(({ service }) => service(BrandedAppService, { getBrandedAppConfig }));
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const options = createQueryOptions(BrandedAppService.method.getBrandedAppConfig, {}, { transport });
  const config = new QueryObserver(queries, { ...options, enabled: false });
  expect(appState(config.getCurrentResult())).toBe("default");
  const stop = config.subscribe(() => {});
  void config.refetch();
  expect(appState(config.getCurrentResult())).toBe("loading");
  await expect.poll(() => appState(config.getCurrentResult())).toBe(end);
  stop();
});

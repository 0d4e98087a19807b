import { onlineManager } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { queryClient } from "./query-client.ts";

afterEach(() => {
  onlineManager.setOnline(true);
  queryClient.clear();
});

test("a write that is pressed without a connection fails there and then, and does not go out by itself later", async () => {
  onlineManager.setOnline(false);
  const charge = vi.fn(async () => {
    throw new TypeError("Failed to fetch");
  });
  const pressed = queryClient.getMutationCache().build(queryClient, { mutationFn: charge, meta: { quiet: true } });
  await expect(pressed.execute(undefined)).rejects.toThrow("Failed to fetch");
  onlineManager.setOnline(true);
  await queryClient.resumePausedMutations();
  expect(charge).toHaveBeenCalledOnce();
});

test("a page that is opened without a connection says so instead of loading for ever", async () => {
  onlineManager.setOnline(false);
  const load = queryClient.fetchQuery({ queryKey: ["day"], queryFn: () => Promise.reject(new TypeError("Failed to fetch")) });
  await expect(load).rejects.toThrow("Failed to fetch");
});

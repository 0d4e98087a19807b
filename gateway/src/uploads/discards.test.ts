import { expect, test } from "vitest";
import { deleteDiscarded } from "./discards.ts";
import type { FileStore } from "./store.ts";

test("a file that cannot be deleted holds up none behind it, of no company, and is told", async () => {
  const pages: Record<string, { companyId: string; fileId: string }[]> = {
    "": [
      { companyId: "1", fileId: "a" },
      { companyId: "2", fileId: "b" },
    ],
    b: [{ companyId: "3", fileId: "c" }],
  };
  const forgotten: string[] = [];
  const store = {
    states: {
      discarded: async (after: string) => pages[after] ?? [],
      forget: async (_: string, fileId: string) => void forgotten.push(fileId),
    },
    discard: async (_: string, fileId: string) => {
      if (fileId === "a") throw new Error("locked");
    },
  } as unknown as FileStore;
  const failed: string[] = [];
  await expect(deleteDiscarded(store, ({ fileId }, { message }) => void failed.push(`${fileId} ${message}`))).rejects.toThrow("locked");
  expect([forgotten, failed]).toEqual([["b", "c"], ["a locked"]]);
});

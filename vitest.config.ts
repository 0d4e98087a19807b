import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

const ignored = ["**/node_modules/**", "**/dist/**", ".leashline/**", "proto/gen/**"];
const workers = Math.max(2, Math.min(8, availableParallelism()));

export default defineConfig({
  test: {
    globalSetup: ["deploy/test/global-setup.ts"],
    reporters: ["default", "./deploy/test/closing-line.ts"],
    pool: "forks",
    maxWorkers: workers,
    passWithNoTests: false,
    projects: [
      {
        extends: true,
        test: {
          name: "service",
          include: ["{proto,services,gateway,deploy,web}/**/*.test.{ts,tsx}"],
          exclude: ignored,
          testTimeout: 30_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: "journey",
          include: ["{gateway,deploy,web}/**/*.journey.ts"],
          exclude: ignored,
          fileParallelism: false,
          testTimeout: 180_000,
          hookTimeout: 300_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});

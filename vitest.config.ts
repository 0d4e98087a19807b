import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

const ignored = ["**/node_modules/**", "**/dist/**", ".leashline/**", "proto/gen/**"];
/** Journeys in a browser with a company of their own, in which no time is measured: two of them share the machine. */
const pairs = [
  "shop-*",
  "signing-in",
  "stored-script",
  "visit-changes",
  "unforgiving",
  "together",
  "requests",
  "blocks",
  "keyboard",
  "agreements",
  "berlin",
  "checkout-four-hands",
  "fees",
  "intake-forms",
  "phone",
].map((name) => `deploy/test/${name}.journey.ts`);
/** In CI a journey's test that fails is tried once more, on a machine that it shares; both tries stand in what is printed. */
const retry = process.env.CI ? 1 : 0;
const journeys = { retry, testTimeout: 180_000, hookTimeout: 300_000, expect: { poll: { timeout: 10_000 } } };
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
          ...journeys,
          name: "journey-pairs",
          include: pairs,
          exclude: ignored,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          ...journeys,
          name: "journey",
          include: ["{gateway,deploy,web}/**/*.journey.ts"],
          exclude: [...ignored, ...pairs],
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});

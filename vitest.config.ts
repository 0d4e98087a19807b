import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

const fileOf = (name: string): string => `deploy/test/${name}.journey.ts`;
/**
 * Tests of the web client's own code, which leave nothing behind: those of a worker share what they load, and the tab's storage. What `vi.stubGlobal` puts in place of
 * a global is gone before the next test; nothing else replaces one. A test that replaces a module is called `*.mocked.test.ts`.
 */
const units = "web/src/**/!(*.mocked).test.{ts,tsx}";
const mocked = "web/src/**/*.mocked.test.{ts,tsx}";
const ignored = ["**/node_modules/**", "**/dist/**", ".leashline/**", "proto/gen/**"];
/** Journeys with a company of their own, in which no time is measured: two of them share the machine; three take no less time, and each takes longer. */
const pairs = [
  "shop-!(class-offers|walks)",
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
  "access",
  "updates",
  "guides",
  "card-account",
  "card-fee",
  "checkout",
  "people",
].map(fileOf);
/** Journeys that mostly wait: for processes to hang, to come back or to tell, for a minute to pass; and one that compares times by turns, whatever else runs. */
const waiting = ["answer-times", "offers", "troubles", "work-after", "up", "traces", "shop-class-offers", "shop-walks"].map(fileOf);
/** In CI a journey's test that fails is tried once more, on a machine that it shares; both tries stand in what is printed. */
const retry = process.env.CI ? 1 : 0;
const journeys = {
  retry,
  testTimeout: 180_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 30_000 } },
  setupFiles: ["deploy/test/last-look.ts"],
};
const workers = Math.max(2, Math.min(8, availableParallelism()));
/** Tests wait, for deadlines, for letters and for who tries again: one more than there are cores uses the time. */
const patientWorkers = workers + 1;

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
          name: "web",
          include: [units],
          exclude: ignored,
          isolate: false,
          unstubGlobals: true,
          maxWorkers: workers,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: "mocked",
          include: [mocked],
          exclude: ignored,
          maxWorkers: workers,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: "service",
          include: ["{proto,services,gateway,deploy,web}/**/*.test.{ts,tsx}"],
          exclude: [...ignored, units, mocked],
          isolate: false,
          setupFiles: ["deploy/test/as-it-was.ts"],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          maxWorkers: patientWorkers,
          sequence: { groupOrder: 1 },
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
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          ...journeys,
          name: "journey-waiting",
          include: waiting,
          exclude: ignored,
          maxWorkers: 3,
          sequence: { groupOrder: 3 },
        },
      },
      {
        extends: true,
        test: {
          ...journeys,
          name: "journey",
          include: ["{gateway,deploy,web}/**/*.journey.ts"],
          exclude: [...ignored, ...pairs, ...waiting],
          fileParallelism: false,
          sequence: { groupOrder: 4 },
        },
      },
    ],
  },
});

import { afterAll, vi } from "vitest";

/** Tests of a worker share what they load, so each file leaves the process as it met it: its environment and its clock. */
const environment = { ...process.env };

afterAll(() => {
  vi.useRealTimers();
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
});

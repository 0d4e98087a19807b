import { asTenant, databaseAccess, readConfig } from "../../src/index.ts";
import { openLog } from "../../src/observability/log.ts";
import { openRuntime } from "../../src/runtime.ts";
import { type Death, trip } from "./trip.ts";

// A program that begins processes, stands still in each where its argument says, and once it stands still in all of them is killed as by kill -9.

const deaths: Death[] = JSON.parse(process.argv[2] ?? "[]");
let left = deaths.length;
const doomed = trip(({ key, step, when }) => {
  if (!deaths.some((death) => death.key === key && death.step === step && death.when === when)) return undefined;
  left--;
  if (left === 0) process.kill(process.pid, "SIGKILL");
  return new Promise(() => undefined);
});
const { command } = databaseAccess<Record<never, never>>();
const runtime = await openRuntime("customer", readConfig(), openLog("customer", "silent"));
const ctx = asTenant({ runtime }, { companyId: "1" });
for (const { key, refused } of deaths) {
  const run = await command(ctx, (tx) => doomed.begin(tx as never, key, { refused }));
  void doomed.finish(ctx, run.id);
}

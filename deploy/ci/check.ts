import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../migrate.ts";
import { breaking, drift, rowTypeDrift } from "./contract.ts";
import { pythonGrpc } from "./grpc.ts";

/** A step answers why it was skipped, throws why it failed, or answers nothing. */
interface Step {
  name: string;
  run: () => string | undefined;
}

const steps: Step[] = [
  { name: "format and lint", run: command("biome", "ci", ".", "--error-on-warnings") },
  { name: "types", run: command("turbo", "run", "//#types", "types", "--ui=stream", "--output-logs=errors-only") },
  { name: "contract: lint", run: command("buf", "lint") },
  { name: "contract: breaking changes", run: breaking },
  { name: "generated code is up to date", run: drift },
  { name: "row types are up to date", run: rowTypeDrift },
  { name: "browser", run: command("node", "deploy/ci/chromium.ts") },
  { name: "another client of gRPC", run: pythonGrpc },
];

function command(program: string, ...args: string[]): Step["run"] {
  return () => {
    const { status, error } = spawnSync(program, args, { cwd: root, stdio: ["ignore", "inherit", "inherit"] });
    if (status !== 0) throw new Error(error?.message ?? `${program} ended with ${status}`);
    return undefined;
  };
}

function perform({ name, run }: Step): boolean {
  const since = performance.now();
  const took = () => `${((performance.now() - since) / 1000).toFixed(1)} s`;
  console.log(`\n== ${name}`);
  try {
    const skipped = run();
    console.log(skipped ? `-- ${name}: skipped, ${skipped}` : `-- ${name}: holds (${took()})`);
    return true;
  } catch (error) {
    console.log(`-- ${name}: FAILS (${took()}): ${error instanceof Error ? error.message : error}`);
    return false;
  }
}

/** All tests; what they count to comes back through a file, so that this script's own line can close the run. */
function tests(): { passed: number; failed: number } {
  const folder = mkdtempSync(join(tmpdir(), "leashline-check-"));
  const result = join(folder, "result.json");
  console.log("\n== tests");
  const env = { ...process.env, LEASHLINE_TEST_RESULT: result };
  const { status } = spawnSync("vitest", ["run", ...process.argv.slice(2)], { cwd: root, env, stdio: ["ignore", "inherit", "inherit"] });
  try {
    const counted: { passed: number; failed: number } = JSON.parse(readFileSync(result, "utf8"));
    return { passed: counted.passed, failed: status === 0 ? counted.failed : Math.max(1, counted.failed) };
  } catch {
    return { passed: 0, failed: 1 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

process.env.CI = "true";
process.env.TURBO_TELEMETRY_DISABLED = "1";
const outcomes = steps.map((step) => ({ name: step.name, holds: perform(step) }));
const counted = tests();
const broken = outcomes.filter((one) => !one.holds);
for (const { name } of broken) console.log(`FAILED: ${name}`);
console.log(`\n${counted.passed + outcomes.length - broken.length} passed, ${counted.failed + broken.length} failed`);
process.exitCode = counted.failed + broken.length > 0 ? 1 : 0;

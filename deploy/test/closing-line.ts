import { writeFileSync } from "node:fs";
import type { Reporter, TestModule } from "vitest/node";

// Ends the run with one plain line that any tool can read, whatever the terminal.
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>, unhandledErrors: ReadonlyArray<unknown>, reason: string): void {
    const count = { passed: 0, failed: unhandledErrors.length, skipped: 0 };
    for (const module of modules) {
      const before = count.failed;
      for (const test of module.children.allTests()) {
        const state = test.result().state;
        count[state === "pending" ? "skipped" : state] += 1;
      }
      if (module.state() === "failed" && count.failed === before) count.failed += 1;
    }
    // A run that ended before its first test has failed, however few tests did.
    if (count.failed === 0 && (reason !== "passed" || count.passed === 0)) count.failed = 1;
    const result = process.env.LEASHLINE_TEST_RESULT;
    if (result) {
      writeFileSync(result, JSON.stringify(count));
      return;
    }
    const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : "";
    process.once("exit", () => process.stdout.write(`\n${count.passed} passed, ${count.failed} failed${skipped}\n`));
  }
}

import { launch } from "./launch/launch.ts";

const began = performance.now();
const say = (line: string) => console.log(`[${((performance.now() - began) / 1000).toFixed(1).padStart(5)} s] ${line}`);
const interrupted = new AbortController();
let firstCall: number | undefined;

// Whoever read our output may be gone; what we started must still be stopped in order.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => {
    if (firstCall === undefined) {
      firstCall = performance.now();
      say("stopping (once more ends everything at once)");
      interrupted.abort();
    } else if (performance.now() - firstCall > 1_000) {
      // One Ctrl-C may reach us twice: from the terminal and from whoever started us.
      running.kill();
      process.exit(130);
    }
  });
}

const running = launch({ env: process.env, say, signal: interrupted.signal });

try {
  const { url, signIn, sandbox } = await running.ready;
  console.log(
    `\nLeashline is ready at ${url}\n  ${signIn}\n  Texts, e-mails and charges that "went out": ${sandbox}\n  Ctrl-C stops everything.\n`,
  );
} catch (error) {
  if (!interrupted.signal.aborted) {
    process.exitCode = 1;
    console.error(`\n${error instanceof Error ? describe(error) : error}\n`);
    interrupted.abort();
  }
}
await running.stopped;
if (process.exitCode === undefined) say("stopped");
process.exit();

function describe(error: Error): string {
  const cause = error.cause instanceof Error ? `\n${describe(error.cause)}` : "";
  return process.env.LEASHLINE_DEBUG ? `${error.stack}${cause}` : `${error.message}${cause}`;
}

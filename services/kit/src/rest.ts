import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const afterMs = 1_000;

/**
 * Starting leaves behind more than a process keeps, and one that then rests is never asked to give it back. So it is asked once, a second after it
 * began to answer: the young generation shrinks from some ten megabytes to less than one.
 */
export function restAfterStart(): void {
  setTimeout(() => {
    setFlagsFromString("--expose-gc");
    const collect: typeof globalThis.gc = runInNewContext("gc");
    collect?.({ type: "major", execution: "sync", flavor: "last-resort" });
  }, afterMs).unref();
}

import type { ObjectStorage, StorageState } from "./object-storage.ts";

/** How the place for files stands, and the virus scanner where one is set up. */
export type FileStates = () => Promise<{ files: StorageState; scanner?: "ok" | "away" }>;

const askAgainAfterMs = 5_000;

/** Probes ask every few seconds, and anybody may: the bucket and the scanner are asked once for all of them. */
export function fileStates(
  storage: Pick<ObjectStorage, "state">,
  scannerAnswers?: () => Promise<boolean>,
  now = () => performance.now(),
): FileStates {
  const ask: FileStates = async () => {
    const [files, scanner] = await Promise.all([storage.state(), scannerAnswers?.()]);
    return { files, ...(scanner === undefined ? {} : { scanner: scanner ? "ok" : "away" }) };
  };
  let asked = Number.NEGATIVE_INFINITY;
  let last: ReturnType<FileStates> | undefined;
  return () => {
    if (last && now() - asked < askAgainAfterMs) return last;
    asked = now();
    last = ask();
    return last;
  };
}

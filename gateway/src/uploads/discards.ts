import type { FileStore } from "./store.ts";

/** Deletes what nobody names any more. A file is deleted before that is said: who dies between the two deletes nothing once more. */
export async function deleteDiscarded(store: FileStore): Promise<void> {
  for (let after = ""; ; ) {
    const files = await store.states.discarded(after);
    for (const { companyId, fileId } of files) {
      await store.discard(companyId, fileId);
      await store.states.forget(companyId, fileId);
    }
    after = files.at(-1)?.fileId ?? "";
    if (after === "") return;
  }
}

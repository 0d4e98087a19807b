import type { DiscardedFile } from "@leashline/proto/leashline/account/v1/upload_state_service_pb.js";
import type { FileStore } from "./store.ts";

type Failed = (file: DiscardedFile, error: Error) => void;

/**
 * Deletes what nobody names any more. A file is deleted before that is said: who dies between the two deletes nothing once more. One that cannot be
 * deleted holds up none behind it; it is tried again in the next round.
 */
export async function deleteDiscarded(store: FileStore, failed: Failed = () => {}): Promise<void> {
  let last: Error | undefined;
  for (let after = ""; ; ) {
    const files = await store.states.discarded(after);
    for (const file of files)
      await deleteOne(store, file).catch((error: Error) => {
        last = error;
        failed(file, error);
      });
    after = files.at(-1)?.fileId ?? "";
    if (after === "") break;
  }
  if (last) throw last;
}

async function deleteOne(store: FileStore, { companyId, fileId }: DiscardedFile): Promise<void> {
  await store.discard(companyId, fileId);
  await store.states.forget(companyId, fileId);
}

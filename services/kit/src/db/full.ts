import { ErrorCode, fail, Refusal } from "../errors.ts";

/** The disk is full. */
const full = "53100";
/** Whoever looks after the database has it only read, before its disk is full. Where nobody asked for reading only, both mean the same. */
const onlyRead = "25006";

const codeOf = (error: unknown): string => (error as { code?: string }).code ?? "";
export const isFull = (error: unknown): boolean => codeOf(error) === full;
export const isNoRoom = (error: unknown): boolean => isFull(error) || codeOf(error) === onlyRead;
export const storageFull = (): Refusal => fail("STORAGE_FULL", { retryAfterSeconds: 60 });
export const isStorageFull = (error: unknown): boolean => error instanceof Refusal && error.code === ErrorCode.STORAGE_FULL;

/** A write that may be left out while there is no room for it. */
export async function unlessFull(write: Promise<unknown>): Promise<void> {
  await write.catch((error: unknown) => {
    if (!isStorageFull(error)) throw error;
  });
}

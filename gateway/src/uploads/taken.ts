import { open } from "node:fs/promises";
import { fail } from "@leashline/kit/errors.ts";
import { claimProblem } from "../file-content/claim.ts";
import { type Kind, sniff } from "../file-content/sniff.ts";

export const headLength = 4096;

/** Nothing here reads HEVC, so where it was made could not be left out, and most browsers show none. */
const noHeic = "HEIC pictures are not taken, because they would keep their location. Send it as JPEG; phones do so when asked.";

/** Of which kind a file is, by its first bytes; refuses one that is not taken. */
export async function mustBeTaken(file: string, name: string): Promise<Kind> {
  const kind = await sniff(await headOf(file), name);
  const reason = kind
    ? kind.type === "image/heic"
      ? noHeic
      : claimProblem(name, kind)
    : "This kind of file is not accepted. Send a picture, PDF, CSV, text or MP4.";
  if (!kind || reason) throw fail("PARAMS_INVALID", { field: "file", reason: reason ?? "" });
  return kind;
}

async function headOf(file: string): Promise<Buffer> {
  const handle = await open(file, "r");
  try {
    const { bytesRead, buffer: head } = await handle.read(Buffer.alloc(headLength), 0, headLength, 0);
    return head.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

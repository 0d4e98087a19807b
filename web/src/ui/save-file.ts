import { safeFileName } from "./format/text.ts";

/** Hands bytes to the person as a file. */
export const saveFile = (name: string, type: string, content: Uint8Array | string): void => {
  const url = URL.createObjectURL(new Blob([content as BlobPart], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = safeFileName(name);
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
};

import { encodePath } from "./links.ts";
import type { StoredFile } from "./store.ts";

export function shownFile(file: StoredFile, publicUrl: URL): StoredFile & { url: string } {
  return { ...file, url: new URL(encodePath(file.path), publicUrl).href };
}

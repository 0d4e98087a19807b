import { unzipSync } from "fflate";
import { afterEach, expect, test, vi } from "vitest";
import { archiveOf } from "./archive.ts";

afterEach(() => void vi.unstubAllGlobals());

test("photos of one name that were sent within a minute are two files of the archive, and what is not there any more is named", async () => {
  const paths = ["0mfxyzabc1aaaaaaaaaa", "0mfxyzabc2bbbbbbbbbb"].map((id) => `/uploads/private/1/${id}/image.jpg`);
  const gone = "/uploads/private/1/0mfxyzabc3cccccccccc/100%.pdf";
  vi.stubGlobal("fetch", async (path: string) => (path === gone ? new Response("", { status: 404 }) : new Response(`bytes of ${path}`)));
  const files = unzipSync(await archiveOf({ documents: [{ path: "README.txt", content: "hello" }], filePaths: [...paths, gone] } as never));
  const names = Object.keys(files).sort();
  expect(names).toEqual([
    "README.txt",
    "files/0mfxyzabc1aaaaaaaaaa-image.jpg",
    "files/0mfxyzabc2bbbbbbbbbb-image.jpg",
    "files/missing.txt",
  ]);
  expect(new TextDecoder().decode(files[names[2] as string])).toBe(`bytes of ${paths[1]}`);
  expect(new TextDecoder().decode(files["files/missing.txt"])).toBe(`${gone}\n`);
});

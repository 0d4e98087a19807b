import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Plugin, Rolldown } from "vite";
import { chunkWith, entriesOf, filesFor } from "./ahead.ts";

/** Fixed files of public/ that the start page asks for. */
const ALWAYS = ["start.js", "favicon.svg", "manifest.webmanifest"];

/** Everything that a page needs to open with no network at all: its modules, their styles, its font. */
export const filesWithoutNetwork = (bundle: Rolldown.OutputBundle, modules: readonly string[], font: RegExp): string[] => {
  const chunks = [...entriesOf(bundle), ...modules.map((module) => chunkWith(bundle, module))];
  const code = [...filesFor(bundle, chunks)];
  const styles = code.flatMap((file) => {
    const chunk = bundle[file];
    return chunk?.type === "chunk" ? [...(chunk.viteMetadata?.importedCss ?? [])] : [];
  });
  const fonts = Object.keys(bundle).filter((file) => font.test(file));
  return [...new Set([...code, ...styles, ...fonts, ...ALWAYS])].map((file) => `/${file}`).toSorted();
};

/** Writes the worker that keeps these files (offline-worker.js); another list, or another start page, is another worker. */
export const withoutNetwork = (modules: readonly string[], font: RegExp): Plugin => ({
  name: "without-network",
  apply: "build",
  generateBundle: {
    order: "post",
    handler(_, bundle) {
      const files = JSON.stringify(filesWithoutNetwork(bundle, modules, font));
      const version = createHash("sha256").update(files).digest("hex").slice(0, 12);
      const worker = readFileSync(`${import.meta.dirname}/offline-worker.js`, "utf8")
        .replace("const FILES = [];", `const FILES = ${files};`)
        .replace('const VERSION = "";', `const VERSION = "${version}";`);
      this.emitFile({ type: "asset", fileName: "tasks-offline.js", source: worker });
    },
  },
});

import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../migrate.ts";

/** Every way of turning text into HTML or code in a browser. */
const dangerous =
  /dangerouslySetInnerHTML|\.(inner|outer)HTML\s*=|insertAdjacentHTML|document\.write|createContextualFragment|DOMParser|srcdoc|\beval\s*\(|new Function\s*\(|javascript:/i;

/** Files that read HTML into a document of its own, in which nothing runs, and show of it what is on a list, each with the reason. */
const inert: Readonly<Record<string, string>> = {
  "web/src/ui/format/safe-text.ts": "builds React's elements one by one, of listed tags and without attributes but safe addresses",
};

test("stored-script: nothing in the web client writes HTML past React", async () => {
  const files = await Array.fromAsync(
    glob("web/{src/**/*.{ts,tsx},*.html,public/**/*.{js,html}}", { cwd: root, exclude: ["**/*.test.*"] }),
  );
  expect(files.length).toBeGreaterThan(100);
  const read = (file: string) => readFileSync(join(root, file), "utf8");
  const found = files.filter((file) => dangerous.test(file in inert ? read(file).replace("DOMParser", "") : read(file)));
  expect(found, "show text as text; what must be HTML is sanitised by the service that stores it").toEqual([]);
});

test("stored-script: the pages we serve hold no script of their own", async () => {
  for (const name of ["index.html", "sign.html"]) {
    const page = readFileSync(join(root, "web", name), "utf8");
    expect([...page.matchAll(/<script(?![^>]*\bsrc=)[^>]*>/g)].map(([tag]) => tag)).toEqual([]);
    expect(page).not.toMatch(/\son[a-z]+\s*=/i);
  }
});

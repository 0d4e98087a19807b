import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { root } from "../migrate.ts";

const page = readFileSync(join(root, "docs", "security.md"), "utf8");

/** A file in backquotes, and the titles in quotes that follow it. */
const named = [...page.matchAll(/`([\w./-]+\.(?:test|journey)\.tsx?)`((?:,?\s*"[^"\n]+")*)/g)].map(([, file = "", titles = ""]) => ({
  file,
  titles: [...titles.matchAll(/"([^"]+)"/g)].map(([, title = ""]) => title),
}));

describe("the security page", () => {
  test("names tests at all, each with its title, the items of every chapter", () => {
    expect(named.length).toBeGreaterThan(40);
    expect(named.filter(({ file, titles }) => titles.length === 0 && !file.endsWith("security-known.test.ts"))).toEqual([]);
    for (let chapter = 1; chapter <= 17; chapter++)
      expect(page, `V${chapter}`).toMatch(new RegExp(`\\bV${chapter}\\b|\\| ${chapter}\\.\\d|V\\d+ to V${chapter + 1}\\b`));
  });

  test.each(named)("$file exists and has what is said of it", ({ file, titles }) => {
    expect(existsSync(join(root, file))).toBe(true);
    const source = readFileSync(join(root, file), "utf8");
    const has = (title: string) => new RegExp(`["'\`]${title.replace(/[.*+?^${"$"}{}()|[\]\\]/g, "\\$&")}["'\`]`).test(source);
    expect(titles.filter((title) => !has(title))).toEqual([]);
  });

  test("says yes of nothing without a test, but where there is none to write", () => {
    const rows = page.split("\n").filter((line) => /^\| \d/.test(line));
    const bare = rows.filter((row) => /^\| [^|]+\| yes[^|]*\|[^|]*\|\s*\|$/.test(row)).map((row) => row.split("|")[1]?.trim());
    expect(bare).toEqual(["6.3.2 default accounts", "7.3.1 inactivity", "11.3.2, 11.3.3 encryption"]);
  });
});

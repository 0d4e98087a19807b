import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../migrate.ts";

/** Files outside the stores that still speak SQL. This list may only shrink. */
const notYet: string[] = ["services/calendar/src/columns.ts", "services/customer/src/smart-list/list.rpc.ts"];

const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "services"], { cwd: root, encoding: "utf8" })
  .trim()
  .split("\n")
  .filter(
    (file) => /^services\/[a-z-]+\/src\/.+\.ts$/.test(file) && !/\.(store|test|gen)\.ts$/.test(file) && !file.startsWith("services/kit/"),
  );

const speaksSql = /\bsql(?:<[^`(]*>)?`|\b(?:db|trx)\s*\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(|\browsOf[<(]|\.executeTakeFirst/;

test("SQL is in *.store.ts and nowhere else", () => {
  expect(files.length).toBeGreaterThan(300);
  const wrong = files.filter((file) => speaksSql.test(readFileSync(join(root, file), "utf8")));
  expect(wrong.sort(), "move the statement into the capability's *.store.ts").toEqual(notYet);
});

import { chmodSync, linkSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { chooseUser, isRoot, run, runnerFor } from "../infra/user.ts";
import { handOver, ownFolder } from "./leave-root.ts";

const folder = mkdtempSync(join(tmpdir(), "leashline-root-"));
afterAll(() => rmSync(folder, { recursive: true }));
const modeOf = (path: string) => statSync(path).mode & 0o777;

test("a data folder is for its owner alone, also one of an earlier version", () => {
  const data = join(folder, "some", "data");
  ownFolder(data);
  expect(modeOf(data)).toBe(0o700);
  chmodSync(data, 0o755);
  ownFolder(data);
  expect(modeOf(data)).toBe(0o700);
});

describe.runIf(isRoot())("started by root", () => {
  const user = () => chooseUser(join(folder, "none"));

  test("what an earlier version left to root is handed over, but for what has a second name", () => {
    const data = join(folder, "earlier");
    mkdirSync(join(data, "uploads", "private"), { recursive: true });
    const files = ["secrets.json", join("uploads", "private", "card.png")].map((name) => join(data, name));
    for (const file of files) writeFileSync(file, "x");
    const foreign = join(folder, "foreign");
    writeFileSync(foreign, "x");
    linkSync(foreign, join(data, "uploads", "link"));
    handOver(data, user());
    for (const path of [data, join(data, "uploads", "private"), ...files]) expect(statSync(path).uid).toBe(user().uid);
    expect(statSync(foreign).uid).toBe(0);
    expect(chooseUser(data).uid).toBe(user().uid);
  });

  test("a folder that holds something else is left alone", () => {
    const other = join(folder, "other");
    mkdirSync(other);
    writeFileSync(join(other, "thesis.txt"), "x");
    expect(() => handOver(other, user())).toThrow(/something else than Leashline's data/);
    expect(statSync(join(other, "thesis.txt")).uid).toBe(0);
  });

  test("below a closed folder the user may pass and read, and is not root there either", () => {
    const closed = join(folder, "closed");
    mkdirSync(closed, { mode: 0o700 });
    writeFileSync(join(closed, "file"), "inside", { mode: 0o600 });
    const runner = runnerFor(user(), process.execPath, [join(closed, "file")]);
    const script = `console.log(process.getuid(), require("fs").readFileSync(${JSON.stringify(join(closed, "file"))}, "utf8"))`;
    expect(run(runner, [process.execPath, "-e", script], "/").output).toBe(`${user().uid} inside`);
    expect(run(runner, ["touch", join(closed, "new")], "/").ok).toBe(false);
  });
});

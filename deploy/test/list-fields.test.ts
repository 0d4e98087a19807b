import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { inList } from "@leashline/kit";
import { expect, test } from "vitest";
import { root } from "../migrate.ts";

// What stands in a list of a request is named one way in all refusals, that of the rules of the contract: "pets.0.petName" (kit: inList).

/** The key of what a client changed of a pet, as the contract has it: no field of a request. */
const KEYS = ["services/online-booking/src/client-changes/client-changes.ts"];
/** SQL stands in stores, and the kit's own walk through JSON joins what it comes by. */
const ELSEWHERE = /\.test\.ts$|\.store\.ts$|\.gen\.ts$|^services\/kit\/src\/(errors|rpc\/json\/known-values)\.ts$/;

const places = "i|n|at|nth|index|position|place|strange|twice|\\w+\\.index|\\w+\\.(?:indexOf|findIndex)\\([^`]*\\)";
const list = "(?:[a-zA-Z]+|\\$\\{\\w+\\})(?:\\.(?:[a-zA-Z]+|\\$\\{\\w+\\}))*";
/** `pets[${nth}].name`, and `pets.${nth}.name` written by hand. */
const byHand = new RegExp(`\`${list}(?:\\[\\$\\{[^}]+\\}\\]|\\.\\$\\{(?:${places})\\})[^\`]*\``);

test("what stands in a list is named by its place", () => {
  expect([inList("pets", 0), inList("pets", 1, "petName"), inList("setting.rules", 2, "careType")]).toEqual([
    "pets.0",
    "pets.1.petName",
    "setting.rules.2.careType",
  ]);
});

test("no refusal names what stands in a list in a way of its own", () => {
  // Read from a text, the placeholder's sign is put in here.
  const says = (text: string): boolean => byHand.test(text.replaceAll("#", "$"));
  const ways = [
    "`pets[#{nth}].petName`",
    "`#{at}[#{nth}]`",
    "`days.#{index}`",
    "`#{what}.#{of}.#{index}.taxId`",
    "`ids[#{ids.indexOf(id)}]`",
  ];
  expect(ways.filter((way) => !says(way))).toEqual([]);
  expect(["`rule.#{field}`", "`#{field}.type`", "`item #{index}`"].filter(says)).toEqual([]);
  const tracked = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "services", "gateway"], {
    cwd: root,
    encoding: "utf8",
  });
  const sources = tracked.split("\n").filter((file) => /^(services\/[^/]+|gateway)\/src\/.*\.ts$/.test(file) && !ELSEWHERE.test(file));
  const found = sources.flatMap((file) => {
    const said = byHand.exec(readFileSync(join(root, file), "utf8"))?.[0];
    return said ? [`${file}: ${said}`] : [];
  });
  expect(sources.length).toBeGreaterThan(500);
  expect(found.filter((one) => !KEYS.some((file) => one.startsWith(`${file}:`)))).toEqual([]);
  expect(found).toHaveLength(KEYS.length);
});

import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { join } from "node:path";
import { commentOf } from "@leashline/proto/descriptors/comments.ts";
import { type ContractMethod, loadContract } from "@leashline/proto/descriptors/contract.ts";
import { Tier } from "@leashline/proto/leashline/options/v1/access_pb.js";
import { expect, test } from "vitest";
import { root } from "../migrate.ts";

// A public RPC is called by a screen, or its comment says who else it is for. Which ones screens call is read from the source of the web client.
const files = await Array.fromAsync(glob("web/src/**/*.{ts,tsx}", { cwd: root, exclude: ["**/*.test.ts", "**/*.test.tsx"] }));
const sources = files.map((file) => readFileSync(join(root, file), "utf8"));

const called = ({ desc, service }: ContractMethod): boolean => {
  const word = new RegExp(`\\b(${desc.localName}|${desc.name})\\b`);
  return sources.some((source) => source.includes(service.name) && word.test(source));
};
const open = loadContract().methods.filter(({ tier }) => tier !== Tier.INTERNAL);
const unscreened = open.filter((method) => !called(method));
const says = /\bfor (other services and |operations and )?(integrators|operations)\b/i;

test("a public RPC that no screen calls says in its comment that it is for integrators or operations", () => {
  expect(unscreened.length).toBeLessThan(open.length / 4);
  const silent = unscreened.filter(({ desc }) => !says.test(commentOf(desc)));
  expect(
    silent.map(({ path }) => path),
    "give it a screen, or say “For integrators; no screen of Leashline calls it.”",
  ).toEqual([]);
});

test("what says that no screen calls it is called by none", () => {
  const wrong = open.filter((method) => called(method) && /no screen of Leashline calls it/.test(commentOf(method.desc)));
  expect(wrong.map(({ path }) => path)).toEqual([]);
});

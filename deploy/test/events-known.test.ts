import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { join } from "node:path";
import { hasOption } from "@bufbuild/protobuf";
import { loadContract } from "@leashline/proto/descriptors/contract.ts";
import { event } from "@leashline/proto/leashline/options/v1/event_pb.js";
import { expect, test } from "vitest";
import { root } from "../migrate.ts";

test("every event of the contract is told by the service it belongs to, and nothing else is told", async () => {
  const declared = [...loadContract().registry]
    .filter((desc) => desc.kind === "message")
    .filter((message) => hasOption(message, event))
    .map(({ typeName, name }) => `${typeName.split(".")[1]?.replaceAll("_", "-")} ${name}`);
  const told = new Set<string>();
  for (const file of await Array.fromAsync(glob("services/*/src/**/*.ts", { cwd: root, exclude: ["**/*.test.ts"] })))
    for (const [, name] of readFileSync(join(root, file), "utf8").matchAll(/\.emit\(\s*(\w+)Schema\b/g))
      told.add(`${file.split("/")[1]} ${name}`);
  expect(declared.length).toBeGreaterThan(20);
  expect([...told].sort()).toEqual(declared.sort());
});

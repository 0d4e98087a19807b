import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { getOption } from "@bufbuild/protobuf";
import { loadContract } from "@leashline/proto/descriptors/contract.ts";
import { TopicSchema, topic } from "@leashline/proto/leashline/options/v1/topics_pb.js";
import { topics } from "@leashline/proto/topics.gen.ts";
import { QueryClient } from "@tanstack/react-query";
import { describe, expect, test } from "vitest";
import { applyNotice } from "./notices.ts";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const { methods } = loadContract();
const declared = TopicSchema.values.filter(({ number }) => number !== 0).map((value) => getOption(value, topic));
const reads = methods.filter(({ read, tier }) => read && tier !== 0);

function codeOf(domain: string): string {
  const folder = join(root, "services", domain.replace("_", "-"), "src");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (name) => name.endsWith(".ts") && !name.endsWith(".test.ts"),
  );
  return files.map((name) => readFileSync(join(folder, name), "utf8")).join("\n");
}

test("services, gateway and web know the topics of the contract", () => {
  expect(Object.keys(topics)).toEqual(declared.map(({ name }) => name));
});

describe.each(declared)("the topic $name", ({ name, anyOf, everybody }) => {
  const [domain = ""] = name.split(".");
  const ofDomain = reads.filter((method) => method.domain === domain);

  test("is told by the service it begins with", () => {
    expect(codeOf(domain)).toContain(`"${name}"`);
  });

  test("makes something of what a page shows old", () => {
    const queries = new QueryClient();
    const services = [...new Set(ofDomain.map(({ service }) => service.typeName))];
    for (const serviceName of services) queries.setQueryData(["connect-query", { serviceName }], {});
    applyNotice(queries, { topic: name });
    expect(services.filter((serviceName) => queries.getQueryState(["connect-query", { serviceName }])?.isInvalidated)).not.toEqual([]);
  });

  test("is heard by who could read it: everybody, or who holds what a read of its domain asks for", () => {
    expect(anyOf.length > 0).toBe(!everybody);
    const asked = new Set(ofDomain.flatMap(({ access }) => access?.anyOf ?? []));
    expect(anyOf.filter((one) => !asked.has(one))).toEqual([]);
  });
});

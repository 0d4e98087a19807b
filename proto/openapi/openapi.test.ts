import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { loadContract } from "../descriptors/contract.ts";
import { openApiDocument } from "./document.ts";
import { OPENAPI_FILE } from "./generate.ts";

const contract = loadContract();
const document = openApiDocument(contract) as {
  paths: Record<string, Record<string, { operationId: string; tags: string[]; security: object[] }>>;
  components: { schemas: Record<string, object> };
  tags: { name: string }[];
};
const operations = Object.values(document.paths).flatMap((path) => Object.values(path));

test("every REST path of the contract is in it, and no internal RPC is", () => {
  const declared = contract.methods.flatMap((method) => method.routes.map((route) => `${route.verb} /api${route.template}`));
  const written = Object.entries(document.paths).flatMap(([path, verbs]) =>
    Object.keys(verbs).map((verb) => `${verb.toUpperCase()} ${path}`),
  );
  expect(written.sort()).toEqual(declared.sort());
});

test("every reference leads to a schema, every tag is described, every operation has a name of its own", () => {
  const references = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map((match) => match[1] as string);
  expect(references.filter((name) => !(name in document.components.schemas))).toEqual([]);
  const tags = new Set(document.tags.map((tag) => tag.name));
  expect(operations.filter((operation) => !operation.tags.every((tag) => tags.has(tag)))).toEqual([]);
  expect(new Set(operations.map((operation) => operation.operationId)).size).toBe(operations.length);
});

test("making it again gives the same bytes", () => {
  expect(JSON.stringify(openApiDocument(loadContract()))).toBe(JSON.stringify(document));
  expect(readFileSync(OPENAPI_FILE, "utf8").length).toBeGreaterThan(1000);
});

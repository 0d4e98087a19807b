// Writes openapi.gen.json from the descriptor set.
import { fileURLToPath } from "node:url";
import { loadContract } from "../descriptors/contract.ts";
import { writeIfChanged } from "../descriptors/generate.ts";
import { openApiDocument } from "./document.ts";

export const OPENAPI_FILE = new URL("./openapi.gen.json", import.meta.url);

if (import.meta.main) {
  writeIfChanged(fileURLToPath(OPENAPI_FILE), `${JSON.stringify(openApiDocument(loadContract()), null, 1)}\n`);
}

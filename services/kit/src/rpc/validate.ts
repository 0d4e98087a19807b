import type { DescMessage, Message } from "@bufbuild/protobuf";
import type { Validator } from "@bufbuild/protovalidate";
import type { Caller } from "../context.ts";
import { fail } from "../errors.ts";

/** As the specification words it (core §5). */
const invalidEmail = "Invalid email";
let validator: Validator | undefined;

/** Loaded with the first call: the language of the rules is a tenth of what a service would load to start. */
async function loadValidator(): Promise<Validator> {
  const { createValidator } = await import("@bufbuild/protovalidate");
  validator ??= createValidator();
  return validator;
}

/** Refuses a request that breaks the rules declared on its fields, naming each field and reason. */
export async function checkShape(schema: DescMessage, message: Message): Promise<void> {
  const result = (validator ?? (await loadValidator())).validate(schema, message as never);
  if (result.kind === "valid") return;
  if (result.kind === "error") throw result.error;
  const fields = result.violations.map((violation) => ({
    field: camel(violation.field.map(pathPart).join(".")),
    reason: violation.ruleId.startsWith("string.email") ? invalidEmail : violation.message,
  }));
  throw fail("PARAMS_INVALID", { message: fields.map((f) => `${f.field}: ${f.reason}`).join("; ") || "params error", fields });
}

const pathPart = (part: unknown): string => {
  const piece = part as { kind: string; localName?: string; name?: string; index?: number; key?: unknown };
  if (piece.kind === "list_sub") return String(piece.index);
  if (piece.kind === "map_sub") return String(piece.key);
  return piece.localName ?? piece.name ?? "";
};
const camel = (path: string): string => path.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** A request may name a business; it must be one of the caller's. None named means the chosen one. */
export function settleBusiness(schema: DescMessage, message: Message, caller: Caller): void {
  const field = schema.field.businessId;
  if (field?.fieldKind !== "scalar" || caller.companyId === "0") return;
  const request = message as unknown as { businessId: string };
  if (request.businessId === "0" || request.businessId === "") request.businessId = caller.businessId;
  else if (caller.via === "" && !caller.businessIds.includes(request.businessId)) throw fail("NO_PERMISSION", { field: "businessId" });
}

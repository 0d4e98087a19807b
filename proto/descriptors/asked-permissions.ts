// Writes gen/asked-permissions.gen.ts: the permissions that some call of the contract asks for, so that screens can say which open nothing yet.
import { fileURLToPath } from "node:url";
import { getOption } from "@bufbuild/protobuf";
import { PermissionSchema, permission } from "../gen/leashline/options/v1/permissions_pb.js";
import { type Contract, loadContract } from "./contract.ts";
import { writeIfChanged } from "./generate.ts";

/** Named by an access option, a level of a scope that one names, or asked for inside calls. */
export function askedPermissions({ methods }: Contract): number[] {
  const named = new Set(methods.flatMap(({ access }) => access?.anyOf ?? []));
  const scopes = new Set(methods.flatMap(({ access }) => access?.scope ?? []));
  return PermissionSchema.values
    .filter((value) => {
      const { scopeKind, inside } = getOption(value, permission);
      return value.number !== 0 && (named.has(value.number) || inside || (scopeKind !== 0 && scopes.has(scopeKind)));
    })
    .map((value) => value.number);
}

if (import.meta.main) {
  const lines = askedPermissions(loadContract()).map((id) => `  ${id},\n`);
  const file = fileURLToPath(new URL("../gen/asked-permissions.gen.ts", import.meta.url));
  writeIfChanged(
    file,
    `/** Permissions that some call asks for. Written by \`make generate\`. */\nexport const askedPermissions: ReadonlySet<number> = new Set([\n${lines.join("")}]);\n`,
  );
}

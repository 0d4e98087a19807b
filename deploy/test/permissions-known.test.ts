import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { join } from "node:path";
import { getOption } from "@bufbuild/protobuf";
import { askedPermissions } from "@leashline/proto/asked-permissions.gen.ts";
import { PermissionSchema, permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { expect, test } from "vitest";
import { root } from "../migrate.ts";

// What screens say opens nothing must open nothing: neither the contract nor the code of a service asks for it.
const files = await Array.fromAsync(glob("{services/*,gateway}/src/**/*.ts", { cwd: root, exclude: ["**/*.test.ts"] }));
// Where roles are put together, permissions are named to be given.
const asking = files.filter((file) => file !== join("services", "account", "src", "roles", "role.ts"));
const code = asking.map((file) => readFileSync(join(root, file), "utf8")).join("\n");
const table = PermissionSchema.values
  .filter(({ number }) => number !== 0)
  .map((value) => ({ ...value, info: getOption(value, permission) }));

test("permissions that code asks for are among those that are asked for, and what is said to be asked inside is", () => {
  const named = table.filter(({ localName }) => new RegExp(`\\b(Permission|P)\\.${localName}\\b`).test(code));
  expect(named.length).toBeGreaterThan(3);
  const wrong = named.filter(({ number }) => !askedPermissions.has(number)).map(({ localName }) => localName);
  expect(wrong, "say inside: true of it in permissions.proto, or name it in an access option").toEqual([]);
  const idle = table.filter(({ info, localName }) => info.inside && !named.some((one) => one.localName === localName));
  expect(idle.map(({ localName }) => localName)).toEqual([]);
});

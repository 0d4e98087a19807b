import { getOption } from "@bufbuild/protobuf";
import { PermissionSchema, permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { expect, test } from "vitest";
import { routes } from "../routes/routes.ts";
import { permissions } from "./permissions.ts";

test("our table of permissions is the contract's", () => {
  const contract = Object.fromEntries(
    PermissionSchema.values.filter((value) => value.number > 0).map((value) => [getOption(value, permission).name, value.number]),
  );
  expect(permissions).toEqual(contract);
});

test("every permission that a route asks for exists", () => {
  for (const route of routes) for (const name of route.permission ?? []) expect(permissions).toHaveProperty(name);
});

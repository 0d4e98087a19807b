import { getOption } from "@bufbuild/protobuf";
import {
  PermissionSchema,
  permission as permissionOption,
  type ScopeKind,
  ScopeLevel,
} from "@leashline/proto/leashline/options/v1/permissions_pb.js";

/** One row of the permission table, read from the contract. */
export type PermissionRow = { id: number; name: string; category: string; title: string; scopeKind: number; scopeLevel: number };

export const permissionTable: readonly PermissionRow[] = PermissionSchema.values
  .filter((value) => value.number !== 0)
  .map((value) => {
    const info = getOption(value, permissionOption);
    return {
      id: value.number,
      name: info.name,
      category: info.category,
      title: info.title,
      scopeKind: info.scopeKind,
      scopeLevel: info.scopeLevel,
    };
  });

/** What somebody is told who holds none of these permissions. */
export const deniedWords = (ids: readonly number[]): string =>
  PermissionSchema.values
    .filter((value) => ids.includes(value.number))
    .map((value) => getOption(value, permissionOption).denied)
    .find((words) => words !== "") ?? "";

const byKind = new Map<number, PermissionRow[]>();
for (const row of permissionTable) if (row.scopeKind) byKind.set(row.scopeKind, [...(byKind.get(row.scopeKind) ?? []), row]);

/** The highest level of a scope that a set of permissions reaches. */
export function levelOf(permissions: readonly number[] | "all", kind: ScopeKind): ScopeLevel {
  if (permissions === "all") return ScopeLevel.ALL_LOCATIONS;
  const held = (byKind.get(kind) ?? []).filter((row) => permissions.includes(row.id)).map((row) => row.scopeLevel);
  return held.length > 0 ? Math.max(...held) : ScopeLevel.UNSPECIFIED;
}

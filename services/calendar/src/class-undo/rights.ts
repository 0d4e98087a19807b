import { can, fail } from "@leashline/kit";
import { deniedWords } from "@leashline/kit/permissions/permissions.ts";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { takeBack } from "../changes/changes.store.ts";
import type { Change } from "../changes/changes.ts";
import type { CalendarTx } from "../db.ts";

const { EDIT_TICKET, CREATE_AND_EDIT_TICKET, CANCEL_OR_DELETE_TICKET } = Permission;
const changing = [EDIT_TICKET, CREATE_AND_EDIT_TICKET];

/** Acts by their names in the log; the others plan a class or move pets in and out of it. */
const asks: Readonly<Record<string, readonly Permission[]>> = { update: changing, move: changing, cancel: [CANCEL_OR_DELETE_TICKET] };

/** As `takeBack`, for whoever may do what is taken back. */
export async function takeBackAct<Before extends object>(
  tx: CalendarTx,
  logged: { readonly entity: string; readonly id: string },
  version: number,
): Promise<Change<Before>> {
  const change = await takeBack<Before>(tx, logged, version);
  const asked = asks[change.action] ?? [CREATE_AND_EDIT_TICKET];
  if (!asked.some((permission) => can(tx.ctx, permission))) throw fail("NO_PERMISSION", { message: deniedWords(asked) });
  return change;
}

import { type Ctx, fail } from "@leashline/kit";
import { EmployeeCategory } from "@leashline/proto/leashline/account/v1/enums_pb.js";
import type { Db } from "../db.ts";

import { derivedSecret } from "../shared/secrets.ts";
import { findOpenInvite, type InviteRow } from "./invite.store.ts";

export const inviteDays = 14;

/** The code of an invite: made from its row's number with the signing key, so that it can be shown again although only its hash is kept. */
export const codeOf = (ctx: Ctx, inviteId: string): string => derivedSecret(ctx, "invite", inviteId);

export async function openInviteCode(ctx: Ctx, db: Db, staffId: string): Promise<string> {
  const invite = await findOpenInvite(db, staffId);
  return invite ? codeOf(ctx, invite.id) : "";
}

/** Refuses an invite that cannot be accepted, with the three texts of core §8. */
export function mustBeOpen(invite: InviteRow | undefined): InviteRow {
  if (!invite) throw fail("INVITE_NOT_FOUND");
  if (invite.state === "bound") throw bound("INVITE_ALREADY_BOUND");
  if (invite.state === "disabled" || invite.expired || invite.gone) throw fail("INVITE_DISABLED");
  if (invite.accountId !== null) throw bound("INVITE_ALREADY_BOUND");
  return invite;
}

/** Binding error 4 is what clients handle apart (growth §5); bound says whether the record has an account, or the account a record. */
export const bound = (code: "INVITE_ALREADY_BOUND", side: "record" | "account" = "record") =>
  fail(code, { facts: { binding_error: "4", bound: side } });

export const isEnterpriseInvite = (invite: Pick<InviteRow, "employeeCategory">): boolean =>
  invite.employeeCategory >= EmployeeCategory.ENTERPRISE_OWNER;

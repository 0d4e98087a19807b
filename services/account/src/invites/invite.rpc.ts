import { asTenant, type Ctx, fail, implement, job, mustExist, type Tx, toTimestamp } from "@leashline/kit";
import { StaffChangedSchema } from "@leashline/proto/leashline/account/v1/events_pb.js";
import { InviteService } from "@leashline/proto/leashline/account/v1/invite_service_pb.js";
import { MailService } from "@leashline/proto/leashline/message/v1/mail_service_pb.js";
import { findCompany } from "../companies/company.store.ts";
import { command, type DB, query } from "../db.ts";
import { chooseBusiness } from "../sessions/session.store.ts";
import { mustBeWellFormed } from "../shared/fields.ts";
import { sha256 } from "../shared/secrets.ts";
import { notifySessionsChanged } from "../shared/sessions-changed.ts";
import { staffChanged, toStaff } from "../staff/staff.mapper.ts";
import { findStaff, hasStaffOf, lockStaff, type StaffRow, updateStaff } from "../staff/staff.store.ts";
import { mustManage } from "../staff/staff.ts";
import { bindInvite, disableInvites, findInvite, type InviteRow, insertInvite, joinEnterprise, nextInviteId } from "./invite.store.ts";
import { bound, codeOf, inviteDays, isEnterpriseInvite, mustBeOpen } from "./invite.ts";

/** Mails the link. The code is made again from the invite's number; it is in no table. */
export const mailInvite = job<{ inviteId: string; to: string; firstName: string }>("mail-invite", {
  run: async (ctx, { inviteId, to, firstName }) => {
    const company = await query(ctx, (db) => findCompany(db));
    const name = company?.companyName ?? "Your team";
    const text = `Hi ${firstName},\n\n${name} invites you to work with them in Leashline. Open this link to accept:\n\n${linkOf(ctx, codeOf(ctx, inviteId))}\n\nThe link is valid for ${inviteDays} days.\n`;
    await ctx
      .client(MailService)
      .sendMail({ to, subject: `${name} invites you to Leashline`, text, useCase: "staff invite", dedupeKey: inviteId, fromName: name });
  },
});

const linkOf = (ctx: Ctx, code: string): string => `${ctx.runtime.config.publicUrl}/invite/${code}`;

export const inviteRpc = implement(InviteService, {
  async sendStaffInvite({ staffId, email }, ctx) {
    mustBeWellFormed({ email });
    const sent = await command(ctx, (tx) => renew(tx, staffId, email), { step: "invite" });
    const inviteCode = codeOf(ctx, sent.inviteId);
    const staff = await query(ctx, (db) => findStaff(db, staffId));
    return {
      inviteCode,
      inviteLink: linkOf(ctx, inviteCode),
      expireTime: toTimestamp(new Date(sent.expireTime)),
      emailQueued: sent.mailed,
      ...(staff ? { staff: toStaff(staff) } : {}),
    };
  },

  async getInviteCode({ inviteCode }, ctx) {
    const invite = mustBeOpen(await query(ctx, (db) => findInvite(db, sha256(inviteCode))));
    return {
      companyName: invite.companyName,
      businessName: invite.businessName ?? "",
      firstName: invite.firstName,
      lastName: invite.lastName,
      email: invite.email,
      employeeCategory: invite.employeeCategory,
      isEnterprise: isEnterpriseInvite(invite),
    };
  },

  async acceptInviteCode({ inviteCode }, ctx) {
    const { accountId, sessionId, name } = ctx.caller;
    const invite = mustBeOpen(await query(ctx, (db) => findInvite(db, sha256(inviteCode))));
    const tenant = asTenant(ctx, { companyId: invite.companyId, businessId: invite.businessId ?? "0", name });
    return await command(tenant, async (tx) => {
      await bind(tx, invite, accountId);
      await chooseBusiness(tx.db, sessionId, invite.companyId, invite.businessId ?? "0");
      return { companyId: invite.companyId, businessId: invite.businessId ?? "0", staffId: invite.staffId };
    });
  },

  async acceptEnterpriseInviteCode({ inviteCode }, ctx) {
    const { accountId, name } = ctx.caller;
    const invite = mustBeOpen(await query(ctx, (db) => findInvite(db, sha256(inviteCode))));
    if (!isEnterpriseInvite(invite) || invite.enterpriseId === "0") throw fail("INVITE_NOT_FOUND");
    const tenant = asTenant(ctx, { companyId: invite.companyId, name });
    return await command(tenant, async (tx) => {
      await bind(tx, invite, accountId);
      await joinEnterprise(tx.db, invite.enterpriseId, accountId, invite.employeeCategory);
      return { enterpriseId: invite.enterpriseId };
    });
  },

  async disableStaffInvite({ staffId }, ctx) {
    return await command(ctx, async (tx) => {
      const staff = await mustFind(tx, staffId);
      await disableInvites(tx.db, staffId);
      if (staff.linkStatus === "pending") await updateStaff(tx.db, staffId, { linkStatus: "unspecified" });
      tx.log({ entity: "staff", id: staffId, action: "invite disabled" });
      return {};
    });
  },
});

async function mustFind(tx: Tx<DB>, staffId: string): Promise<StaffRow> {
  const staff = mustExist(await lockStaff(tx.db, staffId), "staffId");
  mustManage(tx.ctx, staff);
  return staff;
}

type Sent = { inviteId: string; expireTime: string; mailed: boolean };
/** Ends the open invite of a staff member, makes a new one and has it mailed where there is an address. */
async function renew(tx: Tx<DB>, staffId: string, email: string): Promise<Sent> {
  const { db, ctx } = tx;
  const staff = await mustFind(tx, staffId);
  if (staff.accountId !== null) throw bound("INVITE_ALREADY_BOUND");
  if (!staff.allowLogin || staff.inactive) throw fail("STATE_CONFLICT", { message: "This staff member is not allowed to sign in." });
  await disableInvites(db, staffId);
  const to = email || staff.email;
  const inviteId = await nextInviteId(db);
  const expireTime = new Date(Date.now() + inviteDays * 86_400_000);
  await insertInvite(db, { id: inviteId, staffId, hash: sha256(codeOf(ctx, inviteId)), email: to, expireTime });
  await updateStaff(db, staffId, { linkStatus: "pending", email: to });
  if (to) tx.schedule(mailInvite, { key: inviteId, dueAt: new Date(), payload: { inviteId, to, firstName: staff.firstName } });
  tx.log({ entity: "staff", id: staffId, action: "invited", after: { email: to } });
  tx.notify("account.staff", { ids: [staffId] });
  return { inviteId, expireTime: expireTime.toISOString(), mailed: to !== "" };
}

/** One account, one record per company; one record, one account. */
async function bind(tx: Tx<DB>, invite: InviteRow, accountId: string): Promise<void> {
  const { db } = tx;
  const before = await lockStaff(db, invite.staffId);
  if (!before) throw fail("INVITE_DISABLED");
  if (await hasStaffOf(db, accountId)) throw bound("INVITE_ALREADY_BOUND", "account");
  if (before.accountId !== null || !(await bindInvite(db, invite.inviteId))) throw bound("INVITE_ALREADY_BOUND");
  const staff = await updateStaff(db, invite.staffId, { accountId, linkStatus: "linked" });
  tx.emit(StaffChangedSchema, staffChanged(staff), { key: staff.id });
  tx.log({ entity: "staff", id: staff.id, action: "linked", after: { accountId } });
  tx.notify("account.staff", { ids: [staff.id] });
  notifySessionsChanged(tx, { accountId, companyId: invite.companyId });
}

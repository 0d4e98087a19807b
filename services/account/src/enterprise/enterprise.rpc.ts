import type { MessageInitShape } from "@bufbuild/protobuf";
import { type Ctx, fail, implement, type Tx } from "@leashline/kit";
import { type EnterpriseSchema, EnterpriseService } from "@leashline/proto/leashline/account/v1/enterprise_service_pb.js";
import { EmployeeCategory } from "@leashline/proto/leashline/account/v1/enums_pb.js";
import { type EnterpriseMember, enterprisesOf, membershipsOf } from "../accounts/account.store.ts";
import { lockCompany, updateCompany } from "../companies/company.store.ts";
import { command, type DB, type Db, query } from "../db.ts";
import { notifySessionsChanged } from "../shared/sessions-changed.ts";
import { isOwnerCategory } from "../staff/owner-category.ts";
import { toColleague } from "../staff/staff.mapper.ts";
import { listStaff, updateStaff } from "../staff/staff.store.ts";
import { companyOf } from "./enterprise.mapper.ts";
import { createEnterprise, enterpriseBusinesses, membersOf, standInEnterprise } from "./enterprise.store.ts";

export const enterpriseRpc = implement(EnterpriseService, {
  async createEnterprise({ name }, ctx) {
    const id = await command(
      ctx,
      async (tx) => {
        await mustBeFreeCompany(tx);
        const made = await createEnterprise(tx.db, name.trim(), ctx.caller.accountId);
        await take(tx, made);
        return made;
      },
      { step: "create" },
    );
    return { enterprise: await one(ctx, id) };
  },

  async joinEnterprise({ enterpriseId }, ctx) {
    await command(
      ctx,
      async (tx) => {
        await mustOwn(tx.db, ctx, enterpriseId);
        await mustBeFreeCompany(tx);
        await take(tx, enterpriseId);
      },
      { step: "join" },
    );
    return { enterprise: await one(ctx, enterpriseId) };
  },

  async listEnterprises(_request, ctx) {
    return await query(ctx, async (db) => {
      const enterprises: MessageInitShape<typeof EnterpriseSchema>[] = [];
      for (const member of await enterprisesOf(db, ctx.caller.accountId)) enterprises.push(await shown(ctx, db, member));
      return { enterprises };
    });
  },

  async listEnterpriseStaffByLocation({ businessId }, ctx) {
    const staff = await query(ctx, (db) => listStaff(db, { businessId, includeInactive: false, limit: 1000 }));
    return { staff: staff.filter((row) => row.employeeCategory >= EmployeeCategory.ENTERPRISE_OWNER).map(toColleague) };
  },

  changeEnterpriseMember: ({ enterpriseId, accountId, employeeCategory }, ctx) => stand(ctx, enterpriseId, accountId, employeeCategory),
  removeEnterpriseMember: ({ enterpriseId, accountId }, ctx) => stand(ctx, enterpriseId, accountId, 0),
});

/** Gives a member another standing, or none; an enterprise is never without an owner. */
const stand = (ctx: Ctx, enterpriseId: string, accountId: string, category: number): Promise<object> =>
  command(ctx, async (tx) => {
    await mustOwn(tx.db, ctx, enterpriseId);
    tx.lock([`enterprise:${enterpriseId}`]);
    const members = await membersOf(tx.db, enterpriseId);
    const owners = members.filter((m) => m.employeeCategory === EmployeeCategory.ENTERPRISE_OWNER);
    const last = owners.length === 1 && owners[0]?.accountId === accountId;
    if (last && category !== EmployeeCategory.ENTERPRISE_OWNER)
      throw fail("STATE_CONFLICT", { message: "A company needs at least one owner." });
    if (!(await standInEnterprise(tx.db, enterpriseId, accountId, category))) throw fail("ACCOUNT_DOES_NOT_EXIST", { field: "accountId" });
    notifySessionsChanged(tx, { accountId });
    return {};
  });

async function mustOwn(db: Db, ctx: Ctx, enterpriseId: string): Promise<void> {
  const mine = (await enterprisesOf(db, ctx.caller.accountId)).find((m) => m.enterpriseId === enterpriseId);
  if (!mine) throw fail("NOT_FOUND", { field: "enterpriseId" });
  if (mine.employeeCategory !== EmployeeCategory.ENTERPRISE_OWNER) throw fail("NO_PERMISSION");
}

/** Only the owner of a company that is in no enterprise yet may bring it into one. */
async function mustBeFreeCompany(tx: Tx<DB>): Promise<void> {
  const { ctx } = tx;
  if (!isOwnerCategory(ctx.caller.employeeCategory)) throw fail("NO_PERMISSION");
  const company = await lockCompany(tx.db);
  if (company?.enterpriseId !== "0") throw fail("STATE_CONFLICT", { message: "This company belongs to an enterprise already." });
}

async function take(tx: Tx<DB>, enterpriseId: string): Promise<void> {
  const { db, ctx } = tx;
  await updateCompany(db, { enterpriseId });
  await updateStaff(db, ctx.caller.staffId, { employeeCategory: EmployeeCategory.ENTERPRISE_OWNER });
  tx.log({ entity: "company", id: ctx.companyId, action: "joined enterprise", after: { enterpriseId } });
  notifySessionsChanged(tx, { companyId: ctx.companyId });
}

async function one(ctx: Ctx, id: string) {
  return await query(ctx, async (db) => {
    const mine = (await enterprisesOf(db, ctx.caller.accountId)).find((m) => m.enterpriseId === id);
    return mine ? await shown(ctx, db, mine) : {};
  });
}

async function shown(ctx: Ctx, db: Db, mine: EnterpriseMember): Promise<MessageInitShape<typeof EnterpriseSchema>> {
  const members = await membersOf(db, mine.enterpriseId);
  const memberships = await enterpriseBusinesses(db, mine.enterpriseId);
  const own = new Map((await membershipsOf(db, ctx.caller.accountId)).map((p) => [p.companyId, p]));
  const companies = [...Map.groupBy(memberships, (p) => p.companyId).values()].map((rows) => companyOf(rows, own));
  return {
    id: mine.enterpriseId,
    name: mine.name,
    myCategory: mine.employeeCategory,
    companies,
    members: members.map((m) => ({
      accountId: m.accountId,
      firstName: m.firstName,
      lastName: m.lastName,
      email: m.email,
      employeeCategory: m.employeeCategory,
    })),
  };
}

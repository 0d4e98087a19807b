import { completed, fail, fromWireDate, mustExist, named, plainName, type Tx } from "@leashline/kit";
import { BusinessAppType, EmployeeCategory } from "@leashline/proto/leashline/account/v1/enums_pb.js";
import { StaffChangedSchema } from "@leashline/proto/leashline/account/v1/events_pb.js";
import {
  type CreateStaffRequest,
  type UpdateStaffRequest,
  UpdateStaffRequestSchema,
} from "@leashline/proto/leashline/account/v1/staff_requests_pb.js";
import { countCompany, findCompany, lockCompany } from "../companies/company.store.ts";
import type { DB, Db } from "../db.ts";
import { isOverLimit, staffLimit } from "../plans/plan.ts";
import { listRoles } from "../roles/role.store.ts";
import { mustGive } from "../roles/role.ts";
import { dialled } from "../shared/fields.ts";
import { patchOf } from "../shared/patch.ts";
import { notifySessionsChanged } from "../shared/sessions-changed.ts";
import { isOwnerCategory } from "./owner-category.ts";
import { notificationJson, payJson, staffChanged, toNotification, toPay } from "./staff.mapper.ts";
import { knownBusinesses, lockStaff, type StaffRow, setBusinesses } from "./staff.store.ts";
import { mustAssign, mustManage, nextColor } from "./staff.ts";

/** A staff member as they are written first; what the request leaves out is on, so that a new colleague is seen everywhere. */
export const newRow = async (request: CreateStaffRequest, roleId: string, taken: number, country: string) => ({
  firstName: plainName(request.firstName),
  lastName: plainName(request.lastName),
  phone: await dialled(request.phone, country),
  email: request.email,
  note: request.note,
  avatarPath: request.avatarPath,
  roleId,
  employeeCategory: request.employeeCategory,
  hireDate: request.hireDate ? fromWireDate(request.hireDate, "hireDate") : null,
  allowLogin: request.allowLogin ?? true,
  bookOnlineAvailable: request.bookOnlineAvailable ?? true,
  showOnCalendar: request.showOnCalendar ?? true,
  colorCode: request.colorCode || nextColor(taken),
  accessCode: request.accessCode,
  paySetting: request.paySetting ? payJson(request.paySetting) : "{}",
  notificationPreference: request.notificationPreference ? notificationJson(request.notificationPreference) : "{}",
});

export async function mustFind(tx: Tx<DB>, id: string): Promise<StaffRow> {
  const row = mustExist(await lockStaff(tx.db, id), "id");
  mustManage(tx.ctx, row);
  return row;
}

/** How many staff there are; refuses one more than the plan allows. The company's row is held, so two cannot take the last place. */
export async function mustHaveRoom(db: Db): Promise<number> {
  const company = await lockCompany(db);
  const { staff, mobileOnly } = await countCompany(db);
  const appType = mobileOnly ? BusinessAppType.MOBILE_GROOMING : BusinessAppType.FACILITY;
  const limit = staffLimit({ version: company?.planVersion ?? "5.0", tier: company?.planTier ?? 0, appType });
  if (isOverLimit(limit, staff + 1))
    throw fail("STATE_CONFLICT", {
      message: `Your plan allows ${limit} staff. Please upgrade to add more.`,
      facts: { limit: String(limit) },
    });
  return staff;
}

/** Enterprise staff are of an enterprise: only its owners name them, in a company that stands in it. */
export async function mustBeCategory(tx: Tx<DB>, category: number): Promise<void> {
  if (category === EmployeeCategory.STAFF) return;
  const company = await findCompany(tx.db);
  const owner = tx.ctx.caller.employeeCategory === EmployeeCategory.ENTERPRISE_OWNER;
  if (!owner || company?.enterpriseId === "0") throw fail("NO_PERMISSION", { field: "employeeCategory" });
}

export async function mustBeBusinesses(db: Db, businessIds: readonly string[]): Promise<void> {
  if ((await knownBusinesses(db, businessIds)).length !== businessIds.length) throw fail("NO_PERMISSION", { field: "businessIds" });
}

/** The role asked for, or the smallest there is; never the Owner role, and nothing the caller does not hold. */
export async function roleToGive(tx: Tx<DB>, roleId: string): Promise<string> {
  const roles = (await listRoles(tx.db)).filter((role) => !role.isOwnerRole);
  const role =
    roleId === "0" ? roles.toSorted((a, b) => a.permissions.length - b.permissions.length)[0] : roles.find((r) => r.id === roleId);
  if (!role) throw fail("NO_PERMISSION", { field: "roleId" });
  mustGive(tx.ctx.caller, role.permissions);
  return role.id;
}

export async function moveTo(tx: Tx<DB>, before: StaffRow, businessIds: readonly string[]): Promise<void> {
  const { ctx, db } = tx;
  const added = businessIds.filter((id) => !before.businessIds.includes(id));
  mustAssign(ctx, [...added, ...before.businessIds.filter((id) => !businessIds.includes(id))]);
  await mustBeBusinesses(db, businessIds);
  await setBusinesses(db, before.id, businessIds);
}

const columns = [
  "firstName",
  "lastName",
  "phone",
  "email",
  "avatarPath",
  "allowLogin",
  "inactive",
  "bookOnlineAvailable",
  "showOnCalendar",
  "colorCode",
  "accessCode",
  "note",
] as const;
const ownersOnly = ["allowLogin", "inactive"] as const;

export async function patchFor(tx: Tx<DB>, asked: UpdateStaffRequest, before: StaffRow): Promise<Record<string, unknown>> {
  const known = { paySetting: toPay(before), notificationPreference: toNotification(before), loginTime: before.loginTime ?? {} };
  const request = completed(UpdateStaffRequestSchema, known, asked, asked.updateMask);
  const fields = named(UpdateStaffRequestSchema, request, request.updateMask);
  const patch: Record<string, unknown> = patchOf(UpdateStaffRequestSchema, request, columns);
  for (const name of ["firstName", "lastName"] as const) if (typeof patch[name] === "string") patch[name] = plainName(patch[name]);
  for (const [field, column] of [
    ["hireDate", "hireDate"],
    ["fireDate", "fireDate"],
  ] as const)
    if (fields.has(field)) patch[column] = request[field] ? fromWireDate(request[field], field) : null;
  if (request.phone !== undefined && request.phone !== before.phone) patch.phone = await dialled(request.phone, tx.ctx.caller.country);
  if (fields.has("paySetting") && request.paySetting) patch.paySetting = payJson(request.paySetting);
  if (fields.has("notificationPreference") && request.notificationPreference)
    patch.notificationPreference = notificationJson(request.notificationPreference);
  if (fields.has("loginTime") && request.loginTime) {
    const { limited, startMinute, endMinute, weekdays } = request.loginTime;
    patch.loginTime = JSON.stringify({ limited, startMinute, endMinute, weekdays });
  }
  if (isOwnerCategory(before.employeeCategory)) for (const column of [...ownersOnly, "loginTime"]) delete patch[column];
  else if (request.roleId !== undefined && request.roleId !== before.roleId) patch.roleId = await roleToGive(tx, request.roleId);
  return patch;
}

/** Tells other services and open screens, writes the log, and makes live sessions look again at what they may do. */
export function announce(tx: Tx<DB>, staff: StaffRow, action: string, before?: StaffRow): void {
  tx.emit(StaffChangedSchema, staffChanged(staff), { key: staff.id });
  tx.log({ entity: "staff", id: staff.id, action, ...(before ? { before: loggable(before) } : {}), after: loggable(staff) });
  tx.notify("account.staff", { ids: [staff.id] });
  notifySessionsChanged(tx, { companyId: tx.ctx.companyId });
}
const loggable = ({ accessCode: _, paySetting: __, ...row }: StaffRow): object => row;

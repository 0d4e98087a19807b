import { fail, implement, named } from "@leashline/kit";
import {
  PayrollSettingService,
  SavePayrollExceptionRequestSchema,
} from "@leashline/proto/leashline/account/v1/payroll_setting_service_pb.js";
import { command, query } from "../db.ts";
import { batchStaff } from "../staff/staff.store.ts";
import { toException, toSetting } from "./payroll-setting.mapper.ts";
import { deleteException, findPayroll, isInCatalog, listExceptions, saveException, savePayroll } from "./payroll-setting.store.ts";

export const payrollSettingRpc = implement(PayrollSettingService, {
  async getPayrollSetting({ businessId }, ctx) {
    return { setting: toSetting(businessId, await query(ctx, (db) => findPayroll(db, businessId))) };
  },

  async updatePayrollSetting({ businessId, splitTipsMethod, tipAllocationType, newPayrollEnable, serviceCommissionBased }, ctx) {
    const sent = {
      splitTipsMethod,
      tipAllocationType,
      newPayrollEnable,
      serviceCommissionBased,
    };
    const patch = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
    return await command(ctx, async (tx) => {
      const row = await savePayroll(tx.db, businessId, patch);
      tx.log({ entity: "payroll_setting", id: businessId, action: "updated", after: patch, businessId });
      return { setting: toSetting(businessId, row) };
    });
  },

  async listPayrollExceptions({ businessId }, ctx) {
    return { exceptions: (await query(ctx, (db) => listExceptions(db, businessId))).map(toException) };
  },

  async queryPayrollExceptions({ businessId, serviceIds }, ctx) {
    return { exceptions: (await query(ctx, (db) => listExceptions(db, businessId, serviceIds))).map(toException) };
  },

  async savePayrollException(request, ctx) {
    const { businessId, serviceId, staffIdList } = request;
    const fields = named(SavePayrollExceptionRequestSchema, request, request.updateMask);
    return await command(ctx, async (tx) => {
      tx.lock([`payroll_exception:${businessId}:${serviceId}`]);
      const [before] = await listExceptions(tx.db, businessId, [serviceId]);
      if ((await batchStaff(tx.db, staffIdList)).length !== staffIdList.length) throw fail("NOT_FOUND", { field: "staffIdList" });
      const serviceType = (request.serviceType ?? before?.serviceType) || 1;
      if (serviceType === 1 && !(await isInCatalog(tx.db, serviceId))) throw fail("SERVICE_NOT_FOUND", { field: "serviceId" });
      const row = {
        businessId,
        serviceId,
        rate: String(request.rate ?? before?.rate ?? 0),
        isAllStaff: request.isAllStaff ?? before?.isAllStaff ?? false,
        staffIds: fields.has("staffIdList") ? staffIdList : (before?.staffIds ?? []),
        serviceType,
      };
      await saveException(tx.db, row);
      tx.log({ entity: "payroll_exception", id: serviceId, action: "saved", after: row, businessId });
      const [saved] = await listExceptions(tx.db, businessId, [serviceId]);
      return saved ? { exception: toException(saved) } : {};
    });
  },

  async deletePayrollException({ businessId, serviceId }, ctx) {
    return await command(ctx, async (tx) => {
      await deleteException(tx.db, businessId, serviceId);
      tx.log({ entity: "payroll_exception", id: serviceId, action: "deleted", businessId });
      return {};
    });
  },
});

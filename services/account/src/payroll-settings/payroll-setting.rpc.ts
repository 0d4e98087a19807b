import type { MessageInitShape } from "@bufbuild/protobuf";
import { fail, implement, named } from "@leashline/kit";
import {
  type PayrollExceptionSchema,
  PayrollSettingService,
  SavePayrollExceptionRequestSchema,
} from "@leashline/proto/leashline/account/v1/payroll_setting_service_pb.js";
import { command, query } from "../db.ts";
import { batchStaff } from "../staff/staff.store.ts";
import { deleteException, type ExceptionRow, findPayroll, listExceptions, saveException, savePayroll } from "./payroll-setting.store.ts";

const toSetting = (businessId: string, s: Awaited<ReturnType<typeof findPayroll>>) => ({
  businessId,
  splitTipsMethod: s.split_tips_method,
  tipAllocationType: s.tip_allocation_type,
  newPayrollEnable: s.new_payroll_enable,
  serviceCommissionBased: s.service_commission_based,
});
const toException = (row: ExceptionRow): MessageInitShape<typeof PayrollExceptionSchema> => ({
  serviceId: row.service_id,
  serviceName: row.name ?? "",
  rate: Number(row.rate),
  isAllStaff: row.is_all_staff,
  staffIdList: row.staff_ids,
  serviceType: row.service_type,
  isServiceDeleted: row.service_deleted ?? false,
  isServiceInactive: row.service_inactive ?? false,
});

export const payrollSettingRpc = implement(PayrollSettingService, {
  async getPayrollSetting({ businessId }, ctx) {
    return { setting: toSetting(businessId, await query(ctx, (db) => findPayroll(db, ctx.companyId, businessId))) };
  },

  async updatePayrollSetting({ businessId, splitTipsMethod, tipAllocationType, newPayrollEnable, serviceCommissionBased }, ctx) {
    const sent = {
      split_tips_method: splitTipsMethod,
      tip_allocation_type: tipAllocationType,
      new_payroll_enable: newPayrollEnable,
      service_commission_based: serviceCommissionBased,
    };
    const patch = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
    return await command(ctx, async (tx) => {
      const row = await savePayroll(tx.db, ctx.companyId, businessId, patch);
      tx.log({ entity: "payroll_setting", id: businessId, action: "updated", after: patch, businessId });
      return { setting: toSetting(businessId, row) };
    });
  },

  async listPayrollExceptions({ businessId }, ctx) {
    return { exceptions: (await query(ctx, (db) => listExceptions(db, ctx.companyId, businessId))).map(toException) };
  },

  async queryPayrollExceptions({ businessId, serviceIds }, ctx) {
    return { exceptions: (await query(ctx, (db) => listExceptions(db, ctx.companyId, businessId, serviceIds))).map(toException) };
  },

  async savePayrollException(request, ctx) {
    const { businessId, serviceId, staffIdList } = request;
    const fields = named(SavePayrollExceptionRequestSchema, request, request.updateMask);
    return await command(ctx, async (tx) => {
      tx.lock([`payroll_exception:${businessId}:${serviceId}`]);
      const [before] = await listExceptions(tx.db, ctx.companyId, businessId, [serviceId]);
      if ((await batchStaff(tx.db, ctx.companyId, staffIdList)).length !== staffIdList.length)
        throw fail("NOT_FOUND", { field: "staffIdList" });
      const row = {
        business_id: businessId,
        service_id: serviceId,
        rate: String(request.rate ?? before?.rate ?? 0),
        is_all_staff: request.isAllStaff ?? before?.is_all_staff ?? false,
        staff_ids: fields.has("staffIdList") ? staffIdList : (before?.staff_ids ?? []),
        service_type: (request.serviceType ?? before?.service_type) || 1,
      };
      await saveException(tx.db, ctx.companyId, row);
      tx.log({ entity: "payroll_exception", id: serviceId, action: "saved", after: row, businessId });
      const [saved] = await listExceptions(tx.db, ctx.companyId, businessId, [serviceId]);
      return saved ? { exception: toException(saved) } : {};
    });
  },

  async deletePayrollException({ businessId, serviceId }, ctx) {
    return await command(ctx, async (tx) => {
      await deleteException(tx.db, ctx.companyId, businessId, serviceId);
      tx.log({ entity: "payroll_exception", id: serviceId, action: "deleted", businessId });
      return {};
    });
  },
});

import type { MessageInitShape } from "@bufbuild/protobuf";
import type { PayrollExceptionSchema } from "@leashline/proto/leashline/account/v1/payroll_setting_service_pb.js";
import type { ExceptionRow, findPayroll } from "./payroll-setting.store.ts";

export const toSetting = (businessId: string, s: Awaited<ReturnType<typeof findPayroll>>) => ({
  businessId,
  splitTipsMethod: s.splitTipsMethod,
  tipAllocationType: s.tipAllocationType,
  newPayrollEnable: s.newPayrollEnable,
  serviceCommissionBased: s.serviceCommissionBased,
});

export const toException = (row: ExceptionRow): MessageInitShape<typeof PayrollExceptionSchema> => ({
  serviceId: row.serviceId,
  serviceName: row.name ?? "",
  rate: Number(row.rate),
  isAllStaff: row.isAllStaff,
  staffIdList: row.staffIds,
  serviceType: row.serviceType,
  isServiceDeleted: row.serviceDeleted ?? false,
  isServiceInactive: row.serviceInactive ?? false,
});

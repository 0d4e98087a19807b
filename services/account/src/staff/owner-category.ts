import { EmployeeCategory } from "@leashline/proto/leashline/account/v1/enums_pb.js";

export const isOwnerCategory = (category: number): boolean =>
  category === EmployeeCategory.OWNER || category === EmployeeCategory.ENTERPRISE_OWNER;

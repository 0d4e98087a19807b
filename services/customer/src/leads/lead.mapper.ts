import type { MessageInitShape } from "@bufbuild/protobuf";
import { type Ctx, displayPhone, toTimestamp } from "@leashline/kit";
import type { LeadSchema } from "@leashline/proto/leashline/customer/v1/lead_service_pb.js";
import { mayContact } from "../clients/visibility.ts";
import type { LeadRow } from "./lead.store.ts";

export function toLead(row: LeadRow, ctx: Ctx): MessageInitShape<typeof LeadSchema> {
  const contact = mayContact(ctx);
  return {
    customerId: row.id,
    firstName: row.firstName,
    lastName: row.lastName,
    phoneDisplay: contact ? displayPhone(row.phoneNumber, ctx.caller.country) : "",
    email: contact ? row.email : "",
    petNames: row.petNames,
    type: row.type,
    stage: row.stage,
    stageTime: toTimestamp(row.stageAt),
    assignedStaffId: row.assignedStaffId,
    nextStep: row.nextStep,
    nextStepDate: row.nextStepOn ?? "",
    lostReason: row.lostReason,
    referralSourceId: row.referralSourceId,
    convertedTime: toTimestamp(row.convertedAt),
    convertedByStaffId: row.convertedBy,
    createTime: toTimestamp(row.createdAt),
    version: row.version,
  };
}

import type { MessageInitShape } from "@bufbuild/protobuf";
import { type Ctx, dateIn, displayPhone, toTimestamp } from "@leashline/kit";
import type { LeadSchema } from "@leashline/proto/leashline/customer/v1/lead_service_pb.js";
import { mayContact } from "../clients/visibility.ts";
import type { LeadRow } from "./lead.store.ts";
import { stageWords } from "./lead.ts";

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

export const header = [
  "First name",
  "Last name",
  "Phone",
  "Email",
  "Pets",
  "Stage",
  "At this stage since",
  "Next step",
  "Due",
  "Lost because",
  "Added",
];

/** A lead as a line of the file. */
export const toLine = (row: LeadRow, { zone, country, contact }: { zone: string; country: string; contact: boolean }): string[] => [
  row.firstName,
  row.lastName,
  contact ? displayPhone(row.phoneNumber, country) : "",
  contact ? row.email : "",
  row.petNames.join(", "),
  stageWords[row.stage] ?? "",
  dateIn(row.stageAt, zone),
  row.nextStep,
  row.nextStepOn ?? "",
  row.lostReason,
  dateIn(row.createdAt, zone),
];

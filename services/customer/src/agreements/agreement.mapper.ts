import type { MessageInitShape } from "@bufbuild/protobuf";
import { toTimestamp, toWireDate } from "@leashline/kit";
import type { AgreementSchema, AgreementVersionSchema } from "@leashline/proto/leashline/customer/v1/agreement_service_pb.js";
import type { AgreementRow, VersionRow } from "./agreement.store.ts";

const SERVICES_TYPE = 3;

export const toAgreement = (row: AgreementRow): MessageInitShape<typeof AgreementSchema> => ({
  id: row.id,
  businessId: row.businessIds.length === 1 ? row.businessIds[0]! : "0",
  businessIds: row.businessIds,
  agreementHeader: row.header,
  agreementContent: row.content,
  emailTitle: row.emailTitle,
  emailBody: row.emailBody,
  smsBody: row.smsBody,
  agreementRequiredType: row.requiredType,
  careTypes: row.careTypes,
  inputs: row.inputs,
  bookOnlineAvailable: row.bookOnlineAvailable,
  blockModify: row.blockModify,
  versionNumber: row.versionNumber,
  validFromVersion: row.validFromVersion,
  contentHash: row.contentHash,
  version: row.version,
  createTime: toTimestamp(row.createdAt),
  updateTime: toTimestamp(row.updatedAt),
  servicesType: SERVICES_TYPE,
  expireMonths: row.expireMonths,
  ...(row.expireDate !== null && { expireDate: toWireDate(row.expireDate) }),
  remindDaysBefore: row.remindDaysBefore,
  sendOnBooking: row.sendOnBooking,
});

export const toAgreementVersion = (row: VersionRow): MessageInitShape<typeof AgreementVersionSchema> => ({
  number: row.number,
  agreementHeader: row.header,
  agreementContent: row.content,
  inputs: row.inputs,
  contentHash: row.contentHash,
  flushed: row.flushed,
  staffName: row.staffName,
  createTime: toTimestamp(row.createdAt),
});

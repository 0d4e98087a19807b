import { fail } from "@leashline/kit";
import type { AgreementRecord } from "@leashline/proto/leashline/customer/v1/agreement_record_pb.js";
import { AgreementRecordService } from "@leashline/proto/leashline/customer/v1/agreement_record_service_pb.js";
import type { Opened } from "../client-link.ts";

const UPLOADED = 3;

const toPortalAgreement = ({ id, agreementHeader, kind, signedTime, expireTime, outdated }: AgreementRecord) => ({
  ...{ agreementRecordId: id, title: agreementHeader, paper: kind === UPLOADED, outdated },
  ...(signedTime && { signTime: signedTime }),
  ...(expireTime && { expireTime }),
});

/** What they signed, wherever it was. */
export async function signedOf({ shop, link: { customerId } }: Opened, { pageToken, pageSize }: { pageToken: string; pageSize: number }) {
  const asked = { customerId, pageToken, pageSize: pageSize || 20 };
  const { records, nextPageToken } = await shop.ctx.client(AgreementRecordService).listSignedAgreements(asked);
  return { agreements: records.map(toPortalAgreement), nextPageToken };
}

/** What somebody else signed is answered as if there were no such thing. */
export async function paperOf({ shop, link: { customerId } }: Opened, id: string) {
  const agreements = shop.ctx.client(AgreementRecordService);
  const { record } = await agreements.getAgreementRecord({ id });
  if (!record?.signed || record.customerId !== customerId) throw fail("NOT_FOUND", { field: "agreementRecordId" });
  return await agreements.getAgreementEvidence({ id });
}

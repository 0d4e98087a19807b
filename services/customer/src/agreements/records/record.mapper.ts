import type { MessageInitShape } from "@bufbuild/protobuf";
import { toTimestamp, toWireDate } from "@leashline/kit";
import type {
  AgreementRecordSchema,
  AgreementSignerSchema,
  AgreementStatusSchema,
} from "@leashline/proto/leashline/customer/v1/agreement_record_pb.js";
import type { Text } from "../agreement-text.ts";
import type { PartyFacts } from "./facts.store.ts";
import type { Signer, Status } from "./needs.store.ts";
import type { ListedRecord } from "./record.store.ts";
import { Kind } from "./record.ts";
import type { Step } from "./step.ts";

type Shown = {
  row: ListedRecord;
  party: PartyFacts;
  /** What an unsigned one would be signed as, in which version, and its hash. */
  text: Text;
  version: number;
  hash: string;
  whole: boolean;
  /** Oldest first. */
  steps: readonly Step[];
};

const toStep = ({ at, ...step }: Step) => ({ ...step, time: toTimestamp(at) });
const isSent = ({ what }: Step): boolean => what === "sent" || what === "reminded";

export function toRecord({ row, party, text, version, hash, whole, steps }: Shown): MessageInitShape<typeof AgreementRecordSchema> {
  const waits = row.kind === Kind.unsigned;
  const expired = row.endsAt !== null && row.endsAt <= new Date();
  return {
    id: row.id,
    customerId: row.clientId,
    agreementId: row.agreementId,
    ticketId: row.appointmentId,
    businessId: row.businessId,
    kind: row.kind,
    signed: !waits,
    agreementHeader: waits ? text.header : row.header,
    inputs: waits ? text.inputs : row.answers,
    versionNumber: waits ? version : row.versionNumber,
    contentHash: waits ? hash : row.contentHash,
    signerName: row.signerName,
    customerFirstName: party.firstName,
    customerLastName: party.lastName,
    uploadImages: row.uploadImages,
    uploadHashes: row.uploadHashes,
    uploadHashesProven: row.uploadHashesProven,
    bookOnlineStatus: row.bookOnlineAvailable ? 1 : 0,
    ...(party.date !== null && { appointmentDate: toWireDate(party.date), appointmentStartTime: party.startTime ?? 0 }),
    createTime: toTimestamp(row.createdAt),
    signedTime: toTimestamp(row.signedAt),
    expireTime: toTimestamp(row.endsAt),
    outdated: !waits && (expired || row.versionNumber < row.validFromVersion),
    agreementRequiredType: row.requiredType,
    staffName: row.staffName,
    sentTime: toTimestamp(steps.findLast(isSent)?.at ?? null),
    openedTime: toTimestamp(steps.find(({ what }) => what === "opened")?.at ?? null),
    ...(whole && { steps: steps.map(toStep) }),
    ...(whole && { agreementContent: waits ? text.content : row.content, signature: row.signature }),
  };
}

export const toStatus = (row: Status): MessageInitShape<typeof AgreementStatusSchema> => ({
  agreementId: row.agreementId,
  agreementHeader: row.header,
  agreementRequiredType: row.requiredType,
  recordId: row.recordId ?? "0",
  requiredSign: row.requiredSign,
  unsignedRecordId: row.unsignedRecordId ?? "0",
  signedTime: toTimestamp(row.signedAt),
  expireTime: toTimestamp(row.expireAt),
});

export const toSigner = (row: Signer): MessageInitShape<typeof AgreementSignerSchema> => ({
  customerId: row.clientId,
  firstName: row.firstName,
  lastName: row.lastName,
  versionNumber: row.versionNumber,
  signedTime: toTimestamp(row.signedAt),
  expired: row.expired,
});

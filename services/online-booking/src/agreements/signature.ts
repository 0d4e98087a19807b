import { toTimestamp } from "@leashline/kit";
import type { BookingSignature } from "@leashline/proto/leashline/customer/v1/booking_agreement_service_pb.js";

export type Answer = { label: string; required: boolean; value: string };
/** What was signed with a request, whole. */
export type Signature = {
  agreementId: string;
  title: string;
  header: string;
  content: string;
  answers: Answer[];
  versionNumber: number;
  contentHash: string;
  /** The lines that were drawn. */
  signature: string;
  signerName: string;
  signedAt: Date;
  deviceAddress: string;
};
/** The same in short, as it stays with the request. */
export type SignedBrief = { agreementId: string; title: string; signerName: string; signedAt: string };

export const briefOf = ({ agreementId, title, signerName, signedAt }: Signature): SignedBrief => ({
  agreementId,
  title,
  signerName,
  signedAt: signedAt.toISOString(),
});

/** As it is kept: signed when the request came in, from where it came. */
export const toKept = (one: BookingSignature, signedAt: Date, deviceAddress: string): Signature => ({
  agreementId: one.agreementId,
  title: one.title,
  header: one.agreementHeader,
  content: one.agreementContent,
  answers: one.inputs.map(({ label, required, value }) => ({ label, required, value })),
  versionNumber: one.versionNumber,
  contentHash: one.contentHash,
  signature: one.signature,
  signerName: one.signerName,
  signedAt,
  deviceAddress,
});

/** As it is given to whoever keeps the agreements. */
export const toGiven = ({ header, content, answers, signedAt, ...one }: Signature) => ({
  ...one,
  agreementHeader: header,
  agreementContent: content,
  inputs: answers,
  signedTime: toTimestamp(signedAt),
});

export const toBrief = ({ signedAt, ...one }: SignedBrief) => ({ ...one, signedTime: toTimestamp(new Date(signedAt)) });

/** As staff read it. */
export const toWhole = ({ deviceAddress: _address, ...one }: Signature) => toGiven({ ...one, deviceAddress: "" });

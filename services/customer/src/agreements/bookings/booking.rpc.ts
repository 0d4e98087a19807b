import { implement } from "@leashline/kit";
import { BookingAgreementService } from "@leashline/proto/leashline/customer/v1/booking_agreement_service_pb.js";
import { signedOf } from "./asked.ts";
import { expect, keepSigned } from "./keep.ts";
import { readFor } from "./read.ts";

export const bookingAgreementRpc = implement(BookingAgreementService, {
  async getBookingAgreements({ about }, ctx) {
    const asked = (await readFor(ctx, about!)).filter(({ must }) => must);
    return {
      agreements: asked.map(({ id: agreementId, text, versionNumber, contentHash }) => ({
        agreementId,
        agreementHeader: text.header,
        agreementContent: text.content,
        inputs: text.inputs,
        versionNumber,
        contentHash,
      })),
    };
  },

  async checkBookingSignatures({ about, signatures }, ctx) {
    const signed = signedOf(await readFor(ctx, about!), signatures);
    return {
      signatures: signed.map(({ read, answers, signature, signerName }) => ({
        agreementId: read.id,
        title: read.title,
        agreementHeader: read.text.header,
        agreementContent: read.text.content,
        inputs: answers,
        versionNumber: read.versionNumber,
        contentHash: read.contentHash,
        signature,
        signerName,
      })),
    };
  },

  async expectBookingSignatures(request, ctx) {
    await expect(ctx, request);
    return {};
  },

  async keepBookingSignatures(request, ctx) {
    await keepSigned(ctx, request);
    return {};
  },
});

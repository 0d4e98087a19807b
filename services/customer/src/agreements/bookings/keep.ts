import { asTenant, type Ctx, fromTimestamp, type Tx } from "@leashline/kit";
import type {
  BookingSignature,
  ExpectBookingSignaturesRequest,
  KeepBookingSignaturesRequest,
} from "@leashline/proto/leashline/customer/v1/booking_agreement_service_pb.js";
import { mustHaveClient } from "../../clients/client.write.ts";
import { command, type DB } from "../../db.ts";
import { RequiredType } from "../agreement.ts";
import { partyOf } from "../records/facts.store.ts";
import { businessesOf } from "../records/facts.ts";
import { lockRecord } from "../records/record.store.ts";
import { expiryOf, Kind } from "../records/record.ts";
import { lockRecords, settleBooked } from "../records/settle.ts";
import { keep } from "../records/sign.ts";
import { expectNoMore, expectSignatures, isOnRecord, type Kept, keptRules, recordFor, type Signing } from "./booking.store.ts";

/** For these nobody is asked while the request is being accepted; with none, whoever still has to sign is asked at once. */
export async function expect(ctx: Ctx, { bookingRequestId, customerId: clientId, agreementIds }: ExpectBookingSignaturesRequest) {
  await command(ctx, async (tx) => {
    lockRecords(tx, [clientId]);
    if (agreementIds.length > 0) await expectSignatures(tx.db, { bookingRequestId, clientId }, agreementIds);
    else await over(tx, bookingRequestId, clientId);
    return {};
  });
}

async function over(tx: Tx<DB>, bookingRequestId: string, clientId: string): Promise<void> {
  await expectNoMore(tx.db, bookingRequestId);
  await settleBooked(tx, [clientId]);
}

/** What was signed with a request is on record, and what is still missing is asked for. */
export async function keepSigned(ctx: Ctx, request: KeepBookingSignaturesRequest): Promise<void> {
  const { customerId: clientId, businessId, bookingRequestId, signatures, appointmentIds } = request;
  const zone = (await businessesOf(ctx, [businessId])).get(businessId)?.timezoneName || "UTC";
  // The log says that the client did it, whoever accepts the request.
  const client = asTenant(ctx, { companyId: ctx.companyId, businessId, name: "Client" });
  await command(client, async (tx) => {
    await mustHaveClient(tx, clientId);
    lockRecords(tx, [clientId]);
    const ids = signatures.map(({ agreementId }) => agreementId);
    const rules = new Map((await keptRules(tx.db, ids)).map((one) => [one.id, one]));
    for (const one of signatures) {
      const agreement = rules.get(one.agreementId);
      if (!agreement) continue;
      const each = agreement.requiredType === RequiredType.everyBooking && appointmentIds.length > 0;
      for (const appointmentId of each ? appointmentIds : ["0"]) {
        const signing = { clientId, agreementId: one.agreementId, appointmentId, bookingRequestId };
        await keepOne(tx, signing, { one, agreement, businessId, zone });
      }
    }
    await over(tx, bookingRequestId, clientId);
    return {};
  });
}

type Keeping = { one: BookingSignature; agreement: Kept; businessId: string; zone: string };

async function keepOne(tx: Tx<DB>, signing: Signing, { one, agreement, businessId, zone }: Keeping): Promise<void> {
  if (await isOnRecord(tx.db, signing)) return;
  const row = await lockRecord(tx.db, await recordFor(tx.db, signing, businessId));
  const party = await partyOf(tx.db, signing.clientId, signing.appointmentId);
  if (!row || !party) return;
  const text = { header: one.agreementHeader, content: one.agreementContent };
  const answers = one.inputs.map(({ label, required, value }) => ({ label, required, value }));
  const signedAt = fromTimestamp(one.signedTime) ?? new Date();
  await keep(
    tx,
    row,
    {
      kind: Kind.signed,
      ...text,
      answers,
      versionNumber: one.versionNumber,
      contentHash: one.contentHash,
      signature: one.signature,
      signerName: one.signerName,
      uploadImages: [],
      uploadHashes: [],
      uploadHashesProven: false,
      staffName: "",
      signedAt,
      expireAt: expiryOf(signedAt, agreement.expireMonths),
    },
    { customerName: `${party.firstName} ${party.lastName}`.trim(), title: one.title, zone, deviceAddress: one.deviceAddress },
  );
}

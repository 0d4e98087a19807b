import { BookingAgreementService } from "@leashline/proto/leashline/customer/v1/booking_agreement_service_pb.js";
import type { BookingAgreementSigned } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { command } from "../db.ts";
import type { Shop } from "../storefront/shop.ts";
import { signing, takeTurn } from "../visitors/pace.ts";
import { networkKey } from "../visitors/visitor.ts";
import { aboutOf, type Booking } from "./asked.ts";
import { type Signature, toKept } from "./signature.ts";

type Given = { agreements: readonly BookingAgreementSigned[]; vouched: boolean };

/**
 * What is signed with a request, from where the caller is. Refused with the field "agreements" where something is missing; only whoever enters it for somebody
 * else may leave it out, and signs nothing in their name.
 */
export async function signedWith(
  shop: Shop,
  booking: Booking,
  { agreements, vouched }: Given,
  deviceAddress: string,
): Promise<Signature[]> {
  if (vouched && agreements.length === 0) return [];
  if (!vouched) await command({ ...shop.ctx, idempotencyKey: "" }, (tx) => takeTurn(tx, signing, networkKey(shop.ctx)));
  const given = agreements.map(({ agreementId, contentHash, signature, signerName, inputs }) => ({
    ...{ agreementId, contentHash, signature, signerName },
    inputs: inputs.map(({ label, value }) => ({ label, value })),
  }));
  const asked = { about: aboutOf(shop, booking), signatures: given };
  const { signatures } = await shop.ctx.client(BookingAgreementService).checkBookingSignatures(asked);
  const now = new Date();
  return signatures.map((one) => toKept(one, now, deviceAddress));
}

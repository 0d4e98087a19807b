import type { MessageInitShape } from "@bufbuild/protobuf";
import { toMoney, toTimestamp } from "@leashline/kit";
import {
  type FinancingMovementSchema,
  type FinancingOfferSchema,
  type FinancingRepaymentSchema,
  type FinancingTermsSchema,
  FinancingOfferGroup as Group,
  FinancingOnboarding as OnboardingWire,
  FinancingPayoutState as PayoutWire,
  FinancingOfferStatus as Status,
} from "@leashline/proto/leashline/payment/v1/financing_service_pb.js";
import {
  interestRate,
  type LoanState,
  type OfferGroup,
  type OfferStatus,
  type Onboarding,
  payoutStateOf,
  type Remaining,
  remainingOf,
  type Terms,
  withholdRate,
} from "./financing.ts";
import type { MovementRow } from "./movement.store.ts";
import type { ToldOffer } from "./offer.store.ts";

export const statusWire: Record<OfferStatus, Status> = {
  created: Status.CREATED,
  accepted: Status.ACCEPTED,
  canceled: Status.CANCELED,
  expired: Status.EXPIRED,
  fully_repaid: Status.FULLY_REPAID,
  paid_out: Status.PAID_OUT,
  rejected: Status.REJECTED,
  replaced: Status.REPLACED,
  pre_qualified: Status.PRE_QUALIFIED,
};

export const payoutWire: Record<LoanState, PayoutWire> = {
  init: PayoutWire.INIT,
  transferred: PayoutWire.TRANSFERRED,
  success: PayoutWire.SUCCESS,
  failed: PayoutWire.FAILED,
};

export const onboardingWire: Record<Onboarding, OnboardingWire> = {
  onboarded: OnboardingWire.ONBOARDED,
  not_onboarded: OnboardingWire.NOT_ONBOARDED,
  need_additional_information: OnboardingWire.NEED_ADDITIONAL_INFORMATION,
};

const groups: Partial<Record<Group, OfferGroup>> = { [Group.USED]: "used", [Group.INITIAL]: "initial", [Group.HISTORY]: "history" };
export const groupIn = (group: Group): OfferGroup | undefined => groups[group];

const toTerms = (terms: Terms, currency: string, campaignType = ""): MessageInitShape<typeof FinancingTermsSchema> => ({
  interestRate: interestRate(terms),
  advanceAmount: toMoney(terms.advance, currency),
  feeAmount: toMoney(terms.fee, currency),
  fullRepayAmount: toMoney(terms.advance + terms.fee, currency),
  withholdRate: withholdRate(terms),
  currency,
  campaignType,
});

const acceptedOf = ({ acceptedAdvance, acceptedFee, acceptedWithholdPpm }: ToldOffer): Terms | null =>
  acceptedAdvance === null
    ? null
    : { advance: BigInt(acceptedAdvance), fee: BigInt(acceptedFee ?? 0), withholdPpm: acceptedWithholdPpm ?? 0 };

const toRepayment = (
  { beginsAt, dueAt, dueAmount, currency }: ToldOffer,
  { paid }: Remaining,
): MessageInitShape<typeof FinancingRepaymentSchema> => ({
  paidAmount: toMoney(paid, currency),
  ...(beginsAt && { beginsAt: toTimestamp(beginsAt) }),
  ...(dueAt && { dueAt: toTimestamp(dueAt) }),
  ...(dueAmount !== null && { dueAmount: toMoney(dueAmount, currency) }),
});

export function toOffer(row: ToldOffer): MessageInitShape<typeof FinancingOfferSchema> {
  const { offerId, businessId, offerType, productType, currency } = row;
  const accepted = acceptedOf(row);
  const offered = { advance: BigInt(row.offeredAdvance), fee: BigInt(row.offeredFee), withholdPpm: row.offeredWithholdPpm };
  const remaining = remainingOf(accepted, row);
  return {
    ...{ offerId, businessId, offerType, productType },
    channelName: row.channel,
    status: statusWire[row.status],
    offeredTerms: toTerms(offered, currency, row.campaignType),
    expireAt: toTimestamp(row.expireTime),
    createTime: toTimestamp(row.createTime),
    ...(accepted && { acceptedTerms: toTerms(accepted, currency), payoutState: payoutWire[payoutStateOf(row)] }),
    ...(remaining && {
      remainingAmount: toMoney(remaining.amount, currency),
      remainingPrincipalAmount: toMoney(remaining.principal, currency),
      repayment: toRepayment(row, remaining),
    }),
  };
}

export const toMovement = (row: MovementRow): MessageInitShape<typeof FinancingMovementSchema> => ({
  movementId: row.movementId,
  kind: row.kind,
  reason: row.reason,
  totalAmount: toMoney(BigInt(row.advance) + BigInt(row.fee), row.currency),
  feeAmount: toMoney(BigInt(row.fee), row.currency),
  time: toTimestamp(row.occurTime),
  description: row.description,
});

import { toMoney } from "@leashline/kit";
import {
  BookingPaymentType,
  DepositType,
  PaymentGroupKind,
  PrepayType,
} from "@leashline/proto/leashline/online_booking/v1/payment_group_service_pb.js";
import type { GroupRow } from "./payment-group.store.ts";
import type { Group, GroupKind, PaymentType } from "./payment-group.ts";

const backwards = <T extends string>(table: Record<T, number>): Record<number, T> =>
  Object.fromEntries(Object.entries(table).map(([word, number]) => [number, word as T]));

const kinds: Record<GroupKind, PaymentGroupKind> = {
  filtered: PaymentGroupKind.FILTERED,
  new: PaymentGroupKind.NEW,
  existing: PaymentGroupKind.EXISTING,
};
export const kindOf = backwards(kinds);

export const paymentTypes: Record<PaymentType, BookingPaymentType> = {
  none: BookingPaymentType.NONE,
  prepay: BookingPaymentType.PREPAY,
  pre_auth: BookingPaymentType.PRE_AUTH,
  card_on_file: BookingPaymentType.CARD_ON_FILE,
};
export const paymentTypeOf = backwards(paymentTypes);

const prepayTypes: Record<Group["prepayType"], PrepayType> = { full: PrepayType.FULL, deposit: PrepayType.DEPOSIT };
export const prepayTypeOf = backwards(prepayTypes);

const depositTypes: Record<Group["depositType"], DepositType> = { amount: DepositType.AMOUNT, percentage: DepositType.PERCENTAGE };
export const depositTypeOf = backwards(depositTypes);

export const toPaymentGroup = (row: GroupRow, currency: string) => ({
  businessId: row.businessId,
  kind: kinds[row.kind],
  paymentType: paymentTypes[row.paymentType],
  prepayType: prepayTypes[row.prepayType],
  depositType: depositTypes[row.depositType],
  depositAmount: toMoney(row.depositMinor, currency),
  depositPercentage: row.depositPercentage,
  policy: row.policy,
  customerTagIdList: [...row.tagIds],
  version: row.version,
});

import { fromJson, type JsonValue } from "@bufbuild/protobuf";
import { fail, fromMoney, type Refusal } from "@leashline/kit";
import { BookingPolicySchema, type PolicyCharge, PolicyChargeKind } from "@leashline/proto/leashline/offering/v1/service_pb.js";

const refusal = (part: string, reason: string): Refusal =>
  fail("PARAMS_INVALID", { field: `service.options.bookingPolicy${part}`, reason });

/** Begins at a time of the day that is somebody's. */
const byTheTime = ["GROOMING", "EVALUATION", "DOG_WALKING"];

function mustBeCharge(name: string, charge: PolicyCharge | undefined, currency: string): void {
  if (charge?.kind === PolicyChargeKind.PERCENT && charge.percent < 1) throw refusal(`.${name}.percent`, "from 1 to 100");
  if (charge?.kind === PolicyChargeKind.AMOUNT && fromMoney(charge.amount, currency).minor <= 0n)
    throw refusal(`.${name}.amount`, "must be more than zero");
}

type Of = { readonly careType: string; readonly currency: string; readonly options: Readonly<Record<string, unknown>> };

/** Refuses a policy of which a part would have no effect. */
export function mustBePolicy({ careType, currency, options }: Of): void {
  if (options.bookingPolicy === undefined) return;
  const { latestStart, cancellationFee, deposit } = fromJson(BookingPolicySchema, options.bookingPolicy as JsonValue);
  if (careType === "GROUP_CLASS") throw refusal("", "a class is booked with its own dates");
  if (latestStart !== undefined && !byTheTime.includes(careType))
    throw refusal(".latestStart", "only grooming, evaluations and walks begin at a time of the day");
  mustBeCharge("cancellationFee", cancellationFee, currency);
  mustBeCharge("deposit", deposit, currency);
}

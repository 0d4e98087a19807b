import { type Timestamp, timestampMs } from "@bufbuild/protobuf/wkt";
import type { Money } from "@leashline/proto/google/type/money_pb.js";
import type { AgreedPolicy } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { isFeeDue } from "@leashline/proto/rules/booking-policy.ts";

type Visit = { agreedPolicy?: AgreedPolicy | undefined; startAt?: Timestamp | undefined };

/** What canceling a visit now costs by what its client was told when they booked it; undefined where nothing. */
export const agreedFee = ({ agreedPolicy, startAt }: Visit, now = Date.now()): Money | undefined =>
  agreedPolicy?.cancellationFee && startAt && isFeeDue(agreedPolicy, timestampMs(startAt), now) ? agreedPolicy.cancellationFee : undefined;

import { PriceUnit } from "@leashline/proto/leashline/offering/v1/service_pb.js";

/** A class is paid for as a whole. */
export const CLASS_UNITS = [{ value: String(PriceUnit.PER_SESSION), label: "the whole class" }];

export const UNITS = [
  { value: String(PriceUnit.PER_SESSION), label: "an appointment" },
  { value: String(PriceUnit.PER_HOUR), label: "an hour" },
  { value: String(PriceUnit.PER_DAY), label: "a day" },
  { value: String(PriceUnit.PER_NIGHT), label: "a night" },
];

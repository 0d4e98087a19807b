import { PriceUnit } from "@leashline/proto/leashline/offering/v1/service_pb.js";

/** A class is paid for as a whole. */
export const CLASS_UNITS = [{ value: String(PriceUnit.PER_SESSION), label: "the whole class" }];

export const UNITS = [
  { value: String(PriceUnit.PER_SESSION), label: "each appointment" },
  { value: String(PriceUnit.PER_HOUR), label: "each hour" },
  { value: String(PriceUnit.PER_DAY), label: "each day" },
  { value: String(PriceUnit.PER_NIGHT), label: "each night" },
];

/** A stay is charged by its nights or days; whoever wants one price for all of it says so. */
export const STAY_UNITS = [
  { value: String(PriceUnit.PER_NIGHT), label: "each night" },
  { value: String(PriceUnit.PER_DAY), label: "each day" },
  { value: String(PriceUnit.PER_HOUR), label: "each hour" },
  { value: String(PriceUnit.PER_SESSION), label: "the whole stay" },
];

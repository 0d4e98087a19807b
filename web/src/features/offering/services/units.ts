import { PriceUnit } from "@leashline/proto/leashline/offering/v1/service_pb.js";

/** What one unit of a price stands for, as it is said after the amount. */
export const UNIT_WORDS: Partial<Record<PriceUnit, string>> = {
  [PriceUnit.PER_NIGHT]: " a night",
  [PriceUnit.PER_HOUR]: " an hour",
  [PriceUnit.PER_DAY]: " a day",
};

export const UNITS = [
  { value: String(PriceUnit.PER_SESSION), label: "an appointment" },
  { value: String(PriceUnit.PER_HOUR), label: "an hour" },
  { value: String(PriceUnit.PER_DAY), label: "a day" },
  { value: String(PriceUnit.PER_NIGHT), label: "a night" },
];

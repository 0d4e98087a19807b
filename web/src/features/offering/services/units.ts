import { PriceUnit } from "@leashline/proto/leashline/offering/v1/service_pb.js";

export const UNITS = [
  { value: String(PriceUnit.PER_SESSION), label: "an appointment" },
  { value: String(PriceUnit.PER_HOUR), label: "an hour" },
  { value: String(PriceUnit.PER_DAY), label: "a day" },
  { value: String(PriceUnit.PER_NIGHT), label: "a night" },
];

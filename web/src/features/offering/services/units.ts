import { PriceUnit, ShowPrice } from "@leashline/proto/leashline/offering/v1/service_pb.js";

export const UNITS = [
  { value: String(PriceUnit.PER_SESSION), label: "an appointment" },
  { value: String(PriceUnit.PER_HOUR), label: "an hour" },
  { value: String(PriceUnit.PER_DAY), label: "a day" },
  { value: String(PriceUnit.PER_NIGHT), label: "a night" },
];

/** How the booking page says the price. */
export const SHOWN_PRICES = [
  { value: String(ShowPrice.FIXED), label: "As it is" },
  { value: String(ShowPrice.STARTING_AT), label: "As a starting price" },
  { value: String(ShowPrice.HIDE), label: "Not shown" },
  { value: String(ShowPrice.VARIES), label: "Not shown: it varies" },
];

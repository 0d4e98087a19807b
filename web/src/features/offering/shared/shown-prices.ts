import { ShowPrice } from "@leashline/proto/leashline/offering/v1/service_pb.js";

/** How the booking page says the price of a service. */
export const SHOWN_PRICES = [
  { value: String(ShowPrice.FIXED), label: "Show the price" },
  { value: String(ShowPrice.STARTING_AT), label: "Starting at" },
  { value: String(ShowPrice.VARIES), label: "Price varies" },
  { value: String(ShowPrice.HIDE), label: "Hide the price" },
];

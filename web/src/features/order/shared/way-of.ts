import type { Payment } from "@leashline/proto/leashline/payment/v1/payment_pb.js";

/** How it was paid: "Visa ·· 4242", "Cash". */
export const wayOf = ({ cardBrand, cardLast4, method }: Pick<Payment, "cardBrand" | "cardLast4" | "method">): string =>
  (cardLast4 ? `${cardBrand} ·· ${cardLast4}` : method).replace(/^./, (first) => first.toUpperCase());

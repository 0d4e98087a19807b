import type { Storefront, StorefrontOffer } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";

/** A message as it is read, without what only the generated code asks of it: the first sight reads it without that code. */
export type Plain<T> = T extends bigint | string | number | boolean | undefined
  ? T
  : T extends readonly (infer One)[]
    ? Plain<One>[]
    : { [K in keyof T as K extends "$typeName" | "$unknown" ? never : K]: Plain<T[K]> };

/** Add-ons stand among the services too, told apart by their mark. */
export type Shop = Plain<Storefront>;
export type Offer = Plain<StorefrontOffer>;

import type { Storefront, StorefrontOffer } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";

export type Shop = Storefront;
export type Offer = StorefrontOffer;

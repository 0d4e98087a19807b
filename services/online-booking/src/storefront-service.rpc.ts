import { type Ctx, implement } from "@leashline/kit";
import { StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { previewHandlers } from "./payment-groups/preview.rpc.ts";
import { withdrawHandlers } from "./request-payments/withdraw.rpc.ts";
import { submitHandlers } from "./requests/submit.rpc.ts";
import { openShop } from "./storefront/shop.ts";
import { storefrontHandlers } from "./storefront/storefront.rpc.ts";
import { visitAddressHandlers } from "./visit-addresses/visit-address.rpc.ts";
import { joinHandlers } from "./waitlist/join.rpc.ts";
import { statusHandlers } from "./waitlist/status/status.rpc.ts";

/** Amounts are in the currency of the page's business, whoever looks at it. */
const currencyOf = async ({ bookOnlineName }: { bookOnlineName: string }, ctx: Ctx): Promise<string> =>
  (await openShop(ctx, bookOnlineName)).business.currencyCode;

/** The contract has one service for visitors of a page; asking for a booking lives with the requests, how one stands with the waitlist. */
export const storefrontRpc = implement(
  StorefrontService,
  {
    ...storefrontHandlers,
    ...previewHandlers,
    ...visitAddressHandlers,
    ...submitHandlers,
    ...withdrawHandlers,
    ...statusHandlers,
    ...joinHandlers,
  },
  { money: { submitBooking: { currencyOf } } },
);

import { routes as account } from "../../features/account/routes.ts";
import { routes as calendar } from "../../features/calendar/routes.ts";
import { routes as customer } from "../../features/customer/routes.ts";
import { routes as message } from "../../features/message/routes.ts";
import { routes as offering } from "../../features/offering/routes.ts";
import { routes as onlineBooking } from "../../features/online-booking/routes.ts";
import { routes as order } from "../../features/order/routes.ts";
import { routes as payment } from "../../features/payment/routes.ts";
import { routes as reporting } from "../../features/reporting/routes.ts";
import { routes as portal } from "../../portal/routes.ts";
import { routes as storefront } from "../../storefront/routes.ts";
import { PRODUCT } from "../../ui/page/title.ts";
import type { AppRoute } from "./route-types.ts";

const declared = [
  ...account,
  ...calendar,
  ...customer,
  ...message,
  ...offering,
  ...onlineBooking,
  ...order,
  ...payment,
  ...reporting,
  ...storefront,
  ...portal,
] as const;

/** The paths there are, as they are declared beside the pages they open. */
export type Path = (typeof declared)[number]["path"];

/**
 * Every path of the product (core §2). The router, the guards, the titles and the command palette read this table.
 * A row without `load` and `to` shows "Not in this version".
 */
export const routes: readonly AppRoute[] = declared;

/** A row's path as the router reads it. */
export const pathOf = ({ path }: Pick<AppRoute, "path">): string => path.replaceAll("{product}", PRODUCT);

import { useQuery } from "@connectrpc/connect-query";
import { CustomDomainService, CustomDomainState } from "@leashline/proto/leashline/online_booking/v1/custom_domain_pb.js";
import { pathTo } from "../../../app/routes/paths.ts";

/** Where clients find a booking page, and where its script for other websites is: under the business's own domain while that is live. */
export const usePageAddress = (bookOnlineName: string): { address: string; origin: string } => {
  const { data } = useQuery(CustomDomainService.method.getCustomDomain, {});
  const own = data?.customDomain;
  if (own?.state === CustomDomainState.LIVE) return { address: own.address, origin: new URL(own.address).origin };
  const { origin } = window.location;
  return { address: origin + pathTo("/ol/:bookOnlineName", { bookOnlineName }), origin };
};

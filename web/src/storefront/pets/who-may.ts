import { AcceptedClientType } from "@leashline/proto/leashline/online_booking/v1/setting_pb.js";
import type { Draft } from "../draft.ts";
import type { Kind } from "../stay/kind.ts";
import type { Shop } from "../types.ts";

const CARES: Record<string, string> = {
  GROOMING: "Grooming",
  BOARDING: "Boarding",
  DAYCARE: "Daycare",
  EVALUATION: "An evaluation",
  DOG_WALKING: "Dog walking",
  GROUP_CLASS: "A class",
};
const OF_KIND: Partial<Record<Kind, string>> = { stay: "BOARDING", day: "DAYCARE", class: "GROUP_CLASS" };

const said = (what: string, rule: AcceptedClientType): string | undefined => {
  if (rule === AcceptedClientType.EXISTING)
    return `${what} is for clients we know already: we ask you to confirm the phone or email we have. Is it your first visit? Please call us.`;
  return rule === AcceptedClientType.NEW ? `${what} is for first visits. Have you been here before? Please call us.` : undefined;
};

type Asked = Pick<Shop, "acceptedClientType" | "acceptedByCare" | "services">;

/** Whom the business takes for what is being booked, said before anybody fills in a page. */
export function whoMay(shop: Asked, { pets }: Pick<Draft, "pets">, kind: Kind): string[] {
  const chosen = pets.flatMap(({ serviceIds }) =>
    serviceIds.flatMap((id) => shop.services.find((one) => one.serviceId === id)?.careType ?? []),
  );
  const fixed = OF_KIND[kind];
  const cares = fixed ? [fixed] : chosen.length > 0 ? chosen : [""];
  const lines = cares.flatMap((care) => {
    const own = shop.acceptedByCare.find(({ careType }) => careType === care);
    return said(own ? `${CARES[care]} online` : "Online booking", own?.acceptedClientType ?? shop.acceptedClientType) ?? [];
  });
  return [...new Set(lines)];
}

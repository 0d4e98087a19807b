import { StayDay } from "@leashline/proto/leashline/offering/v1/additional_service_pb.js";
import type { Pet } from "../draft.ts";
import type { Offer, Shop } from "../types.ts";
import { addOnsUnder } from "./add-ons.ts";
import { OfferRow } from "./OfferRow.tsx";

/** On which days of a stay it is. */
const DAYS: Partial<Record<StayDay, string>> = {
  [StayDay.FIRST]: "On the first day",
  [StayDay.LAST]: "On the last day",
  [StayDay.EVERY]: "Every day of the stay",
};
const aboutOf = ({ stayDay, description }: Offer): string => [DAYS[stayDay], description].filter(Boolean).join(" · ");

type Props = { under: Offer; pet: Pet; shop: Shop; onToggle: (id: string) => void };

/** What a pet may have on top of a service that was chosen. */
const AddOns = ({ under, pet, shop, onToggle }: Props) => {
  const rows = addOnsUnder(under, pet, shop);
  if (rows.length === 0) return null;
  return (
    <section aria-label={`Add-ons for ${under.name}`} className="ll-add-ons">
      <span className="ll-overline">Add-ons</span>
      {rows.map(({ offer, unfit }) => (
        <OfferRow
          key={offer.serviceId}
          offer={{ ...offer, description: unfit ? "Not for this pet. Tap to take it off." : aboutOf(offer) }}
          shop={shop}
          chosen={pet.serviceIds.includes(offer.serviceId)}
          onToggle={() => onToggle(offer.serviceId)}
        />
      ))}
    </section>
  );
};

export default AddOns;

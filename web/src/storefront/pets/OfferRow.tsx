import { offerText, together } from "../money.ts";
import type { Offer, Shop } from "../types.ts";

/** On a narrow screen it wraps between price and length, and in neither. */
const wrappedBetween = (text: string): string =>
  text
    .split(" · ")
    .map((part) => part.replaceAll(" ", "\u00a0"))
    .join(" · ");

const bundledNames = ({ bundleServiceIds }: Offer, { services }: Shop): string =>
  together(bundleServiceIds.flatMap((id) => services.find(({ serviceId }) => serviceId === id)?.name ?? []));

/** One service that a pet may be given; pressed again, it is not. */
export const OfferRow = ({ offer, shop, chosen, onToggle }: { offer: Offer; shop: Shop; chosen: boolean; onToggle: () => void }) => (
  <button type="button" className="ll-offer" onClick={onToggle} aria-pressed={chosen}>
    <span>
      <span className="ll-strong">{offer.name}</span>
      {offer.description && <span className="ll-small ll-soft">{offer.description}</span>}
      {offer.bundleServiceIds.length > 0 && <span className="ll-small ll-soft">Comes with {bundledNames(offer, shop)}</span>}
      {offer.evaluationName && <span className="ll-small ll-soft">Evaluation first: {offer.evaluationName}</span>}
    </span>
    <span className="ll-text ll-soft">{wrappedBetween(offerText(offer, shop))}</span>
  </button>
);

import type { Change, Made, Vendor, VendorField } from "./vendor.ts";

/** As much of Square's script as is used here. */
type Tokenized = { status: string; token?: string; errors?: { message: string }[] };
type SquareCard = {
  attach: (place: HTMLElement) => Promise<void>;
  destroy: () => Promise<boolean>;
  tokenize: () => Promise<Tokenized>;
  addEventListener: (event: CardEvent, listener: () => void) => void;
};
/** It does not tell of every key. Whoever types another card first goes into the field, so that what was read of it before holds no longer. */
const CARD_EVENTS = ["focusClassAdded", "cardBrandChanged", "postalCodeChanged"] as const;
type CardEvent = (typeof CARD_EVENTS)[number];
type Payments = { card: () => Promise<SquareCard> };

declare global {
  interface Window {
    Square?: { payments: (applicationId: string, locationId: string) => Payments };
  }
}

/** Square's field in the shape of the other vendor's. It checks what was typed when it is asked for the card, so it counts as complete as soon as it stands. */
function fieldOf(opening: Promise<SquareCard>): VendorField {
  const heard: { change?: (change: Change) => void; ready?: (change: Change) => void } = {};
  const whole: Change = { complete: true };
  return {
    on: (event: "change" | "ready", listener: (change: Change) => void) => {
      heard[event] = listener;
    },
    mount: (place) => {
      void opening
        .then(async (card) => {
          await card.attach(place);
          for (const event of CARD_EVENTS) card.addEventListener(event, () => heard.change?.(whole));
          heard.ready?.(whole);
          heard.change?.(whole);
        })
        .catch(() => heard.change?.({ complete: false, error: { message: "The card form did not open. Close this and try again." } }));
    },
    destroy: () => void opening.then((card) => card.destroy()).catch(() => undefined),
  };
}

async function named(opening: Promise<SquareCard>): Promise<Made> {
  const { status, token, errors } = await (await opening).tokenize();
  return status === "OK" && token ? { paymentMethod: { id: token } } : { error: { message: errors?.[0]?.message ?? "" } };
}

/** Square, as the card field asks a vendor. */
export async function squareVendor(applicationId: string, locationId: string): Promise<Vendor> {
  if (!window.Square) throw new Error("The card form could not be loaded. Reload the page and try again.");
  const opening = window.Square.payments(applicationId, locationId).card();
  return { elements: () => ({ create: () => fieldOf(opening) }), createPaymentMethod: () => named(opening) };
}

/** As much of the card vendor's script as is used here. What is typed into its field stays in a frame of the vendor's. */
export type Change = { complete: boolean; error?: { message: string } };
export type VendorField = {
  mount: (place: HTMLElement) => void;
  destroy: () => void;
  on: ((event: "change", listener: (change: Change) => void) => void) & ((event: "ready", listener: () => void) => void);
};
export type Made = { paymentMethod?: { id: string }; error?: { message?: string } };
type Look = { style: { base: { color: string; fontSize: string; fontFamily: string } } };
export type Vendor = {
  elements: () => { create: (kind: "card", look: Look) => VendorField };
  createPaymentMethod: (input: { type: "card"; card: VendorField }) => Promise<Made>;
};

declare global {
  interface Window {
    Stripe?: (publishableKey: string, options?: { stripeAccount: string }) => Vendor;
  }
}

/**
 * Public key and script of the vendor, both empty where no new card can be entered; and the shop's own account there, empty for the installation's. At Square
 * these are the application, and the shop's place there.
 */
export type CardKeys = { publishableKey: string; cardScriptUrl: string; cardAccount: string; vendor?: "square" };

const scripts = new Map<string, Promise<void>>();

const load = (address: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = address;
    script.onload = () => resolve();
    script.onerror = () => {
      scripts.delete(address);
      script.remove();
      reject(new Error("The card vendor's script did not load."));
    };
    document.head.append(script);
  });

/** The vendor, its script loaded with the first card field that is opened. */
export async function vendorFor({ publishableKey, cardScriptUrl, cardAccount, vendor }: CardKeys): Promise<Vendor> {
  const loading = scripts.get(cardScriptUrl) ?? load(cardScriptUrl);
  scripts.set(cardScriptUrl, loading);
  await loading;
  if (vendor === "square") return await (await import("./square-vendor.ts")).squareVendor(publishableKey, cardAccount);
  if (!window.Stripe) throw new Error("The card form could not be loaded. Reload the page and try again.");
  return cardAccount ? window.Stripe(publishableKey, { stripeAccount: cardAccount }) : window.Stripe(publishableKey);
}

import { useCallback, useEffect, useRef, useState } from "react";
import { type CardKeys, type Vendor, type VendorField, vendorFor } from "./vendor.ts";

type Open = { vendor: Vendor; field: VendorField };

const NOT_LOADED = "The card form did not load. Check the connection, or that nothing in the browser blocks it, and try again.";
const NOT_READ = "The card could not be read. Please try again.";

const lookOf = (place: HTMLElement) => {
  const { color, fontFamily } = getComputedStyle(place);
  return { style: { base: { color, fontFamily, fontSize: "16px" } } };
};

/** A field of the card vendor's for one new card. What it makes is a name for the card, good for one payment or for keeping the card. */
export const useCardField = (keys: CardKeys | undefined) => {
  const { publishableKey = "", cardScriptUrl = "", cardAccount = "", vendor: kind } = keys ?? {};
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const [complete, setComplete] = useState(false);
  const [loading, setLoading] = useState(true);
  const [reading, setReading] = useState(false);
  const [fault, setFault] = useState<string>();
  const [tries, setTries] = useState(0);
  const open = useRef<Open>(undefined);
  const made = useRef<string>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try opens the field anew.
  useEffect(() => {
    if (!place || !publishableKey) return undefined;
    let gone = false;
    setFault(undefined);
    setLoading(true);
    vendorFor({ publishableKey, cardScriptUrl, cardAccount, ...(kind && { vendor: kind }) })
      .then((vendor) => {
        if (gone) return;
        const field = vendor.elements().create("card", lookOf(place));
        field.on("ready", () => setLoading(false));
        field.on("change", (change) => {
          made.current = undefined;
          setComplete(change.complete);
          setFault(change.error?.message);
        });
        field.mount(place);
        open.current = { vendor, field };
      })
      .catch(() => {
        if (!gone) setFault(NOT_LOADED);
      });
    return () => {
      gone = true;
      open.current?.field.destroy();
      open.current = undefined;
    };
  }, [place, publishableKey, cardScriptUrl, cardAccount, kind, tries]);
  /** The vendor's name for the card that was typed; the same one until the card is changed or spent. Undefined where the vendor refuses it. */
  const read = useCallback(async (): Promise<string | undefined> => {
    if (made.current || !open.current) return made.current;
    const { vendor, field } = open.current;
    setReading(true);
    const { paymentMethod, error } = await vendor.createPaymentMethod({ type: "card", card: field }).catch(() => ({
      paymentMethod: undefined,
      error: { message: NOT_READ },
    }));
    setReading(false);
    setFault(error ? error.message || NOT_READ : undefined);
    made.current = paymentMethod?.id;
    return made.current;
  }, []);
  const spent = useCallback(() => {
    made.current = undefined;
  }, []);
  return { setPlace, complete, loading, reading, fault, read, spent, retry: () => setTries((n) => n + 1), opened: fault !== NOT_LOADED };
};

export type CardFieldState = ReturnType<typeof useCardField>;

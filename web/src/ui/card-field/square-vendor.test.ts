import { expect, test, vi } from "vitest";
import { squareVendor } from "./square-vendor.ts";

test("what was read of a card at Square holds until somebody goes into its field again, or it is seen to be another card", async () => {
  const listeners = new Map<string, () => void>();
  const card = {
    attach: async () => undefined,
    destroy: async () => true,
    tokenize: async () => ({ status: "OK", token: "cnon:1" }),
    addEventListener: (event: string, listener: () => void) => void listeners.set(event, listener),
  };
  vi.stubGlobal("window", { Square: { payments: () => ({ card: async () => card }) } });
  const vendor = await squareVendor("app", "place");
  vi.unstubAllGlobals();
  const field = vendor.elements().create("card", {} as never);
  let changes = 0;
  field.on("change", () => changes++);
  field.mount({} as never);
  await vi.waitFor(() => expect(changes).toBe(1));
  expect(await vendor.createPaymentMethod({ type: "card", card: field })).toEqual({ paymentMethod: { id: "cnon:1" } });
  expect(changes).toBe(1);
  for (const event of ["focusClassAdded", "cardBrandChanged"]) listeners.get(event)?.();
  expect(changes).toBe(3);
});

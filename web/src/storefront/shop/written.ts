import type { Shop } from "../types.ts";
import { readShop } from "./read-shop.ts";

/** The shop as the gateway wrote it into the document, where it knew it in time and the document is of this page (gateway/src/web/shop-head.ts). */
export const writtenShop = (page: string): Shop | undefined => {
  const element = document.getElementById("storefront");
  if (element?.dataset.page !== page) return undefined;
  try {
    return readShop(JSON.parse(element.textContent ?? ""));
  } catch {
    return undefined;
  }
};

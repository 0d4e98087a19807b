import type { Shop } from "../types.ts";
import { readPage } from "./read-shop.ts";

/** Whose page it is stands there already, as the gateway wrote it; it stays until the page says it itself, or what went wrong. */
export const writtenHead = (): HTMLElement | null => document.getElementById("shop");

/** The shop as the gateway wrote it into the document, and when, where it knew it in time and the document is of this page (gateway/src/web/shop-head.ts). */
export const writtenShop = (page: string): { shop: Shop; at: number } | undefined => {
  const element = document.getElementById("storefront");
  if (element?.dataset.page !== page) return undefined;
  try {
    return { shop: readPage(JSON.parse(element.textContent ?? "")), at: Number(element.dataset.at) };
  } catch {
    return undefined;
  }
};

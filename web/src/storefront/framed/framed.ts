import { type Draft, useDraft } from "../draft.ts";
import { pageAt } from "../shop/own-page.ts";
import { writtenShop } from "../shop/written.ts";
import { sitesAround, tellParent } from "./parent.ts";

/** Fetched where the page stands on another website. Only the address of a shop is let into a frame, so the document says whose it is. */
const page = pageAt(window.location.pathname)?.name ?? "";
const shop = writtenShop(page)?.shop;
const sites = sitesAround(document.referrer, shop?.embedSites ?? []);

function tellsHeight(): void {
  const tell = () => tellParent(sites, { height: document.body.offsetHeight });
  // A browser that draws nothing of the frame yet measures nothing either, and the page around waits for a word.
  tell();
  new ResizeObserver(tell).observe(document.body);
}

const wasSent = ({ step, wait }: Draft): boolean => step === "done" && wait === undefined;

function tellsSteps(): void {
  useDraft.subscribe((now, before) => {
    if (now.step !== before.step) tellParent(sites, { step: now.step });
    if (wasSent(now) && !wasSent(before)) tellParent(sites, { booked: true });
  });
}

const isWeb = ({ protocol }: HTMLAnchorElement): boolean => /^https?:$/.test(protocol);

/** Signing in, signing and paying are pages that stand in no frame; the shop's own next page takes the place of the whole window. */
function leadOut(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>("a[href]:not([target])")) {
    const { origin, pathname } = link;
    if (!isWeb(link) || (origin === window.location.origin && pageAt(pathname))) continue;
    link.rel = "noopener";
    link.target = sites.includes(origin) ? "_top" : "_blank";
  }
}

tellsHeight();
tellsSteps();
leadOut();
new MutationObserver(leadOut).observe(document.body, { childList: true, subtree: true });

/** What web/public/embed.js is told: how high the page is, that another step began, that a request was sent. Nothing of who is booking. */
type Told = { height: number } | { step: string } | { booked: true };

/**
 * The websites that what the page tells is addressed to, of those that the shop named: the one around this page where the browser says which that is, else
 * each of them, as a browser hands it to no other than the one around.
 */
export const sitesAround = (referrer: string, named: readonly string[]): readonly string[] => {
  const site = URL.canParse(referrer) ? new URL(referrer).origin : "";
  return named.includes(site) ? [site] : named;
};

export const tellParent = (sites: readonly string[], told: Told): void => {
  for (const site of sites) window.parent.postMessage({ from: "leashline", ...told }, site);
};

/** What web/public/embed.js is told: how high the page is, that another step began, that a request was sent. Nothing of who is booking. */
type Told = { height: number } | { step: string } | { booked: true };

/** The website around this page, where it is one that the shop named; what the page tells goes there and nowhere else. */
export const siteAround = (referrer: string, named: readonly string[]): string | undefined => {
  const site = URL.canParse(referrer) ? new URL(referrer).origin : "";
  return named.find((one) => one === site);
};

export const tellParent = (site: string, told: Told): void => window.parent.postMessage({ from: "leashline", ...told }, site);

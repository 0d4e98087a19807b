import { MOST_SITES, siteOf, siteProblem } from "@leashline/proto/rules/embed-site.ts";

/** The websites as they were typed, one on each line, as browsers write them and each once. */
export const sitesIn = (text: string): string[] => [...new Set(text.split(/[\n,]/).map(siteOf).filter(Boolean))];

/** What is wrong with them, in words. */
export const sitesProblem = (text: string): string | undefined => {
  const sites = sitesIn(text);
  if (sites.length > MOST_SITES) return `At most ${MOST_SITES} websites`;
  const wrong = sites.find((site) => siteProblem(site) !== null);
  return wrong === undefined ? undefined : `“${wrong}” ${siteProblem(wrong)}`;
};

import { fail, inList } from "@leashline/kit";
import { siteProblem } from "@leashline/proto/rules/embed-site.ts";

export function mustBeSites(sites: readonly string[], list: string): void {
  for (const [at, site] of sites.entries()) {
    const problem = siteProblem(site);
    if (problem) throw fail("PARAMS_INVALID", { field: inList(list, at), reason: problem, message: problem });
  }
}

import { operatorOf } from "./operator.ts";

export interface RebuildOptions {
  env: NodeJS.ProcessEnv;
  /** Ids; every company there is without any. */
  companies: readonly string[];
  say: (line: string) => void;
}

interface Page {
  nextPageToken?: string;
  corrected?: number;
}

const asked = [
  { service: "customer", path: "/leashline.customer.v1.ClientFactService/RebuildClientFacts" },
  { service: "reporting", path: "/leashline.reporting.v1.ReportFactService/RebuildReportFacts" },
] as const;

/**
 * Has customer and reporting read again, from whom it belongs to, what they keep of other services' facts, and put it right. Safe to repeat and to run
 * while people work. Answers how much had to be put right.
 */
export async function rebuild({ env, companies, say }: RebuildOptions): Promise<number> {
  const operator = operatorOf(env);
  const all = companies.length > 0 ? companies : await operator.everyCompany();
  let corrected = 0;
  for (const companyId of all)
    for (const { service, path } of asked) {
      const put = await rebuildCompany((body) => operator.call<Page>(service, companyId, path, body));
      say(`company ${companyId}, ${service}: ${put === 0 ? "all was right" : `${put} put right`}`);
      corrected += put;
    }
  return corrected;
}

async function rebuildCompany(ask: (body: object) => Promise<Page>): Promise<number> {
  let corrected = 0;
  for (let pageToken = ""; ; ) {
    const page = await ask({ pageToken });
    corrected += page.corrected ?? 0;
    if (!page.nextPageToken) return corrected;
    pageToken = page.nextPageToken;
  }
}

if (import.meta.main) {
  try {
    await rebuild({ env: process.env, companies: process.argv.slice(2), say: (line) => console.log(line) });
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}

import { services } from "./constellation.ts";
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

const rebuildPath = "/leashline.kit.v1.OperationsService/RebuildProjections";

/**
 * Has every service read again, from whom it belongs to, what it keeps of other services' facts, and put it right. Safe to repeat and to run while people
 * work. Answers how much had to be put right.
 */
export async function rebuild({ env, companies, say }: RebuildOptions): Promise<number> {
  const operator = operatorOf(env);
  const all = companies.length > 0 ? companies : await operator.everyCompany();
  let corrected = 0;
  for (const companyId of all)
    for (const service of services) {
      const put = await everyPage((pageToken) => operator.call<Page>(service, companyId, rebuildPath, { service, pageToken }));
      say(`company ${companyId}, ${service}: ${put === 0 ? "all was right" : `${put} put right`}`);
      corrected += put;
    }
  return corrected;
}

async function everyPage(ask: (pageToken: string) => Promise<Page>): Promise<number> {
  let corrected = 0;
  for (let pageToken = ""; ; ) {
    const page = await ask(pageToken);
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

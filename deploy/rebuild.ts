import { existsSync } from "node:fs";
import { join } from "node:path";
import { contextHeader, nobody, signCaller } from "@leashline/kit/context.ts";
import { services } from "./constellation.ts";
import { loadSecrets } from "./launch/secrets.ts";
import { readSettings } from "./launch/settings.ts";
import { withClient } from "./migrate.ts";

export interface RebuildOptions {
  env: NodeJS.ProcessEnv;
  /** Ids; every company there is without any. */
  companies: readonly string[];
  say: (line: string) => void;
}

interface Page {
  nextPageToken?: string;
  corrected?: number;
  message?: string;
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
  const { signingKey, adminUrl, urlOf } = installation(env);
  const all = companies.length > 0 ? companies : await everyCompany(adminUrl());
  let corrected = 0;
  for (const companyId of all)
    for (const { service, path } of asked) {
      const put = await rebuildCompany(new URL(path, urlOf(service)), companyId, signingKey);
      say(`company ${companyId}, ${service}: ${put === 0 ? "all was right" : `${put} put right`}`);
      corrected += put;
    }
  return corrected;
}

async function rebuildCompany(url: URL, companyId: string, signingKey: string): Promise<number> {
  let corrected = 0;
  for (let pageToken = ""; ; ) {
    const answer = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        [contextHeader]: signCaller({ ...nobody, kind: "service", companyId, name: "Operator", via: "operator" }, signingKey),
      },
      body: JSON.stringify({ pageToken }),
    });
    const page = (await answer.json()) as Page;
    if (!answer.ok) throw new Error(`company ${companyId}, page "${pageToken}": ${page.message ?? answer.status}`);
    corrected += page.corrected ?? 0;
    if (!page.nextPageToken) return corrected;
    pageToken = page.nextPageToken;
  }
}

/** Where things are: what the environment names, else what `make up` made in the data folder. */
function installation(env: NodeJS.ProcessEnv) {
  const settings = readSettings(env);
  const file = join(settings.data, "secrets.json");
  const secrets = existsSync(file) ? loadSecrets(file) : undefined;
  const signingKey = env.LEASHLINE_SIGNING_KEY || secrets?.signingKey;
  if (!signingKey) throw new Error(`Set LEASHLINE_SIGNING_KEY, or LEASHLINE_DATA to the data folder: there is no ${file}`);
  return {
    signingKey,
    urlOf: (service: "customer" | "reporting"): string =>
      env[`LEASHLINE_${service.toUpperCase()}_URL`] ||
      `http://127.0.0.1:${settings.ports.services[settings.host === "one" ? services[0] : service]}`,
    adminUrl: (): string => {
      const password = encodeURIComponent(secrets?.postgresPassword ?? "");
      const given = settings.given.postgresAdminUrl ?? (secrets && `postgres://postgres:${password}@127.0.0.1:${settings.ports.postgres}/`);
      if (!given) throw new Error("Name the companies, or set LEASHLINE_POSTGRES_ADMIN_URL to find them all");
      return Object.assign(new URL(given), { pathname: `/${settings.database}` }).href;
    },
  };
}

const everyCompany = (adminUrl: string): Promise<string[]> =>
  withClient(adminUrl, async (client) =>
    (await client.query<{ id: string }>("select company_id::text as id from account.company order by company_id")).rows.map(({ id }) => id),
  );

if (import.meta.main) {
  try {
    await rebuild({ env: process.env, companies: process.argv.slice(2), say: (line) => console.log(line) });
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}

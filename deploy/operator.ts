import { existsSync } from "node:fs";
import { join } from "node:path";
import { contextHeader, nobody, signCaller } from "@leashline/kit/context.ts";
import { type Service, services } from "./constellation.ts";
import { serviceVariable } from "./launch/environment.ts";
import { loadSecrets } from "./launch/secrets.ts";
import { readSettings } from "./launch/settings.ts";
import { withClient } from "./migrate.ts";

/** What whoever runs an installation may ask of its services: calls that the gateway lets nobody make. */
export interface Operator {
  call: <Answer>(service: Service, companyId: string, path: string, body: object) => Promise<Answer>;
  everyCompany: () => Promise<string[]>;
}

/** Where things are: what the environment names, else what `make up` made in the data folder. */
export function operatorOf(env: NodeJS.ProcessEnv): Operator {
  const settings = readSettings(env);
  const file = join(settings.data, "secrets.json");
  const secrets = existsSync(file) ? loadSecrets(file) : undefined;
  const signingKey = env.LEASHLINE_SIGNING_KEY || secrets?.signingKey;
  if (!signingKey) throw new Error(`Set LEASHLINE_SIGNING_KEY, or LEASHLINE_DATA to the data folder: there is no ${file}`);
  const urlOf = (service: Service): string =>
    env[serviceVariable(service)] || `http://127.0.0.1:${settings.ports.services[settings.host === "one" ? services[0] : service]}`;
  return {
    call: async (service, companyId, path, body) => {
      const operator = { ...nobody, kind: "service", companyId, name: "Operator", via: "operator" } as const;
      const answer = await fetch(new URL(path, urlOf(service)), {
        method: "POST",
        headers: { "content-type": "application/json", [contextHeader]: signCaller(operator, signingKey) },
        body: JSON.stringify(body),
      });
      const read = (await answer.json()) as { message?: string };
      if (!answer.ok) throw new Error(`company ${companyId}: ${read.message ?? answer.status}`);
      return read as never;
    },
    everyCompany: async () => {
      const password = encodeURIComponent(secrets?.postgresPassword ?? "");
      const given = settings.given.postgresAdminUrl ?? (secrets && `postgres://postgres:${password}@127.0.0.1:${settings.ports.postgres}/`);
      if (!given) throw new Error("Name the companies, or set LEASHLINE_POSTGRES_ADMIN_URL to find them all");
      const url = Object.assign(new URL(given), { pathname: `/${settings.database}` });
      const sql = "select company_id::text as id from account.company order by company_id";
      return await withClient(url.href, async (client) => (await client.query<{ id: string }>(sql)).rows.map(({ id }) => id));
    },
  };
}

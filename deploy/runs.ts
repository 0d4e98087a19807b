import { type Service, services } from "./constellation.ts";
import { operatorOf } from "./operator.ts";

export interface RunsOptions {
  env: NodeJS.ProcessEnv;
  /** Ids; every company there is without any. */
  companies: readonly string[];
  /** "retry" or "abandon", of which service, which run; left out, runs are listed. */
  settle?: { how: string; service: string; id: string };
  say: (line: string) => void;
}

interface Run {
  id: string;
  kind: string;
  key: string;
  state: string;
  step?: string;
  error?: string;
}

const face = "/leashline.kit.v1.OperationsService";
const acts: Record<string, string> = { retry: "RetryProcessRun", abandon: "AbandonProcessRun" };

/** Shows the acts of several steps that are not over, or lets one go on or be. */
export async function runs({ env, companies, settle, say }: RunsOptions): Promise<void> {
  const operator = operatorOf(env);
  if (settle) {
    const [companyId, ...others] = companies;
    const act = acts[settle.how];
    const service = services.find((name) => name === settle.service);
    if (!companyId || others.length > 0 || !act || !service)
      throw new Error('Name one company, and "retry" or "abandon" with a service and an id');
    const { run } = await operator.call<{ run: Run }>(service, companyId, `${face}/${act}`, { service, id: settle.id });
    return say(lineOf(companyId, service, run));
  }
  for (const companyId of companies.length > 0 ? companies : await operator.everyCompany())
    for (const service of services) {
      const answer = await operator.call<{ runs?: Run[] }>(service, companyId, `${face}/ListProcessRuns`, { service, pageSize: 200 });
      for (const run of answer.runs ?? []) say(lineOf(companyId, service, run));
    }
}

const lineOf = (companyId: string, service: Service, { id, kind, key, state, step = "", error = "" }: Run): string =>
  [`company ${companyId}`, service, id, kind, key, state.replace("PROCESS_RUN_STATE_", "").toLowerCase(), step, error]
    .filter(Boolean)
    .join("  ");

if (import.meta.main) {
  const [named = "", how, service = "", id = ""] = process.argv.slice(2);
  const companies = named.split(" ").filter(Boolean);
  try {
    await runs({ env: process.env, companies, ...(how && { settle: { how, service, id } }), say: (line) => console.log(line) });
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}

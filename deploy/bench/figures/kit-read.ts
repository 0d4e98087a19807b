import { nobody } from "@leashline/kit/context.ts";
import { databaseAccess } from "@leashline/kit/db/access.ts";
import { openLog } from "@leashline/kit/observability/log.ts";
import { openRuntime } from "@leashline/kit/runtime.ts";
import pg from "pg";
import { type Figure, rateFigure, roundMs } from "../figure.ts";
import type { Part, Setting } from "./setting.ts";

type Tables = {
  service: {
    company_id: string;
    id: string;
    name: string;
    description: string;
    care_type: string;
    price_minor: string;
    duration: number;
    version: number;
  };
};
const columns = ["id", "name", "description", "care_type", "price_minor", "duration", "version"] as const;
const { query } = databaseAccess<Tables>();
const hands = 16;

async function measure({ house, shop, serviceId }: Setting): Promise<Figure[]> {
  const { companyId } = shop.identity;
  const runtime = await openRuntime("offering", house.config, openLog("bench", "error"));
  const pool = new pg.Pool({ connectionString: house.adminUrl, max: house.poolSize });
  const ctx = runtime.context({ caller: { ...nobody, kind: "staff", companyId } });
  const statement = {
    name: "by-id",
    text: `select ${columns.map((c) => `"${c}"`).join(", ")} from offering.service where company_id = $1 and id = $2`,
    values: [companyId, serviceId],
  };
  const ours = () =>
    query(ctx, (db) => db.selectFrom("service").select(columns).where("company_id", "=", companyId).where("id", "=", serviceId).execute());
  try {
    return [
      await rateFigure({
        name: "tenant-scoped read in the kit, to a pg named statement",
        aim: 0.7,
        floor: 0.35,
        ours: () => perSecond(async () => (await ours()).length),
        baseline: () => perSecond(async () => (await pool.query(statement)).rows.length),
      }),
    ];
  } finally {
    await pool.end();
    await runtime.close();
  }
}

/** Calls a second of sixteen callers in this process; each must find its row. */
async function perSecond(read: () => Promise<number>): Promise<number> {
  const began = performance.now();
  let count = 0;
  const hand = async () => {
    while (performance.now() - began < roundMs) {
      if ((await read()) !== 1) throw new Error("the row was not found");
      count++;
    }
  };
  await Promise.all(Array.from({ length: hands }, hand));
  return count / ((performance.now() - began) / 1000);
}

export const kitRead: Part = { name: "kit read", measure };

import pg from "pg";
import type { Limits } from "../limits.ts";
import { DatabaseAway } from "./away.ts";

// int8 stays text (ids and minor units are decimal strings); dates stay "YYYY-MM-DD".
const types = new pg.TypeOverrides();
types.setTypeParser(1082, (value: string) => value);
types.setTypeParser(1182, (value: string) => value.slice(1, -1).split(",").filter(Boolean));

export type PoolSettings = { url: string; user: string; password: string; size: number; searchPath: string; name: string; limits: Limits };

export function openPool({ url, user, password, size, name, limits }: PoolSettings): pg.Pool {
  const at = new URL(url);
  const pool = new pg.Pool({
    host: at.hostname,
    port: Number(at.port || 5432),
    database: at.pathname.slice(1),
    user,
    password,
    max: size,
    application_name: name,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    connectionTimeoutMillis: limits.turnMs,
    statement_timeout: limits.statementMs,
    query_timeout: limits.silentMs,
    types: types as unknown as pg.CustomTypesConfig,
  });
  // A lost connection is replaced on the next use; the error itself is seen by whoever waits for an answer. Those in use tell it themselves, the others through the pool.
  pool.on("connect", (client) => client.on("error", () => undefined));
  pool.on("error", () => undefined);
  return pool;
}

/** A connection of the pool. Whatever hinders one from being had, nothing is wrong with what it was wanted for. */
export async function take(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw new DatabaseAway(error as Error, true);
  }
}

/** Work on one connection, which goes back to the pool unless it was lost on the way. */
export async function onClient<T>(taking: Promise<pg.PoolClient>, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await taking;
  let lost = false;
  try {
    return await work(client);
  } catch (error) {
    lost = error instanceof DatabaseAway && error.lost;
    throw error;
  } finally {
    client.release(lost);
  }
}

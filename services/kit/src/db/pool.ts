import pg from "pg";
import { DatabaseAway } from "./away.ts";

// int8 stays text (ids and minor units are decimal strings); dates stay "YYYY-MM-DD".
const types = new pg.TypeOverrides();
types.setTypeParser(1082, (value: string) => value);
types.setTypeParser(1182, (value: string) => value.slice(1, -1).split(",").filter(Boolean));

/** The longest that a call waits for a connection, and that the server works on one statement, waiting for locks included. */
const connectionWithinMs = 5_000;
const statementWithinMs = 12_000;

export type PoolSettings = { url: string; user: string; password: string; size: number; searchPath: string; name: string };

export function openPool({ url, user, password, size, name }: PoolSettings): pg.Pool {
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
    connectionTimeoutMillis: connectionWithinMs,
    statement_timeout: statementWithinMs,
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
export async function onClient<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await take(pool);
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

import pg from "pg";

// int8 stays text (ids and minor units are decimal strings); dates stay "YYYY-MM-DD".
const types = new pg.TypeOverrides();
types.setTypeParser(1082, (value: string) => value);
types.setTypeParser(1182, (value: string) => value.slice(1, -1).split(",").filter(Boolean));

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
    connectionTimeoutMillis: 10_000,
    statement_timeout: 30_000,
    types: types as unknown as pg.CustomTypesConfig,
  });
  // A lost idle connection is replaced on the next use; the error itself is already seen by whoever was waiting.
  pool.on("error", () => undefined);
  return pool;
}

import {
  CompiledQuery,
  type DatabaseConnection,
  DefaultQueryExecutor,
  type Driver,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from "kysely";
import { type Result, type Statement, send, sendAll, statement } from "./wire.ts";

export { CompiledQuery };

const adapter = new PostgresAdapter();

const columns = new Map<string, string>();

/** The column or table that a name in code means: `companyId` is `company_id`. */
export function columnName(name: string): string {
  const known = columns.get(name);
  if (known !== undefined) return known;
  const column = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  if (columns.size < 5_000) columns.set(name, column);
  return column;
}

/** Names in queries are camelCase as rows are; the database's own are not. */
class CamelCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(identifier: string): string {
    return super.sanitizeIdentifier(columnName(identifier));
  }
}
const compiler = new CamelCompiler();

const driver: Driver = new DummyDriver();
const dialect = {
  createAdapter: () => adapter,
  createDriver: () => driver,
  createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
  createQueryCompiler: () => compiler,
};

/** How one statement reaches the server: what goes before it is decided by the door it came through. */
export type Line = { run: (main: Statement) => Promise<Result> };

/** The database as one tenant sees it. Row security is the wall; every statement names `companyId` itself all the same. */
export type TenantDb<DB> = Kysely<DB> & { readonly companyId: string };

/** A Kysely whose every statement goes through the line: compiled once per text on the server, tenant already set. */
export function kyselyOn<DB>(line: Line, companyId: string): TenantDb<DB> {
  const connection: DatabaseConnection = {
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      const result = await line.run(statement(query.sql, query.parameters));
      return { rows: result.rows as R[], ...(result.rowCount !== null ? { numAffectedRows: BigInt(result.rowCount) } : {}) };
    },
    streamQuery() {
      throw new Error("Read in pages; rows are not streamed.");
    },
  };
  const provider = { provideConnection: <T>(consumer: (c: DatabaseConnection) => Promise<T>) => consumer(connection) };
  const executor = new DefaultQueryExecutor(compiler, adapter, provider);
  return Object.assign(new Kysely<DB>({ config: { dialect }, driver: driver as never, executor, dialect }), { companyId });
}

/** The rows of a statement written by hand, with its parameters by number: for texts that are made once and sent often. */
export const rowsOf = async <R>(db: Pick<Kysely<unknown>, "executeQuery">, text: string, values: readonly unknown[]): Promise<R[]> =>
  (await db.executeQuery<R>(CompiledQuery.raw(text, [...values]))).rows;

export { type Result, type Statement, send, sendAll, statement };

/** The runtime's own, whatever a test makes of time. */
const soon = setImmediate;

type Asked = PromiseWithResolvers<Result> & { main: Statement };

export type Gathering = { ask: (main: Statement) => Promise<Result> /** Refuses what waits, and all that comes. */; end: () => void };

const tooLate = () => new Error("Asked after the end of what it belongs to: somebody went on who was waited for no more.");

/**
 * Statements that wait for nothing of each other, asked at the same time, go as one trip: when everybody who was answered a moment ago has said what they want next. They
 * run in the order in which they were asked; one that fails fails them all. Once it ends nothing goes out: the connection is somebody else's then.
 */
export function gathering(sendAll: (mains: readonly Statement[]) => Promise<readonly Result[]>): Gathering {
  let waiting: Asked[] = [];
  let over = false;
  const go = async (): Promise<void> => {
    const all = waiting;
    waiting = [];
    if (all.length === 0) return;
    try {
      const results = await sendAll(all.map(({ main }) => main));
      for (const [nth, { resolve }] of all.entries()) resolve(results[nth] as Result);
    } catch (error) {
      for (const { reject } of all) reject(error);
    }
  };
  return {
    ask: (main) => {
      if (over) return Promise.reject(tooLate());
      const asked: Asked = { main, ...Promise.withResolvers<Result>() };
      if (waiting.push(asked) === 1) soon(() => void go());
      return asked.promise;
    },
    end: () => {
      over = true;
      const late = waiting;
      waiting = [];
      for (const { reject } of late) reject(tooLate());
    },
  };
}

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
import { type Result, type Statement, send, statement } from "./wire.ts";

export { CompiledQuery };

const adapter = new PostgresAdapter();
const compiler = new PostgresQueryCompiler();
const driver: Driver = new DummyDriver();
const dialect = {
  createAdapter: () => adapter,
  createDriver: () => driver,
  createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
  createQueryCompiler: () => compiler,
};

/** How one statement reaches the server: what goes before it is decided by the door it came through. */
export type Line = { run: (main: Statement) => Promise<Result> };

/** A Kysely whose every statement goes through the line: compiled once per text on the server, tenant already set. */
export function kyselyOn<DB>(line: Line): Kysely<DB> {
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
  return new Kysely<DB>({ config: { dialect }, driver: driver as never, executor, dialect });
}

/** The rows of a statement written by hand, with its parameters by number: for texts that are made once and sent often. */
export const rowsOf = async <R>(db: Pick<Kysely<unknown>, "executeQuery">, text: string, values: readonly unknown[]): Promise<R[]> =>
  (await db.executeQuery<R>(CompiledQuery.raw(text, [...values]))).rows;

export { type Result, type Statement, send, statement };

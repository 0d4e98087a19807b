import pg from "pg";

/** A statement with its parameters, as sent to the server. Named, so that the server parses it once per connection. */
export type Statement = { name: string; text: string; values: readonly unknown[] };

type Wire = {
  /** Names the server holds on this connection, and names whose parsing failed half way. */
  parsed?: Set<string>;
  doubtful?: Set<string>;
  parse(q: { name: string; text: string }): void;
  bind(q: { portal: string; statement: string; values: readonly unknown[]; valueMapper: (v: unknown) => unknown }): void;
  describe(q: { type: "P"; name: string }): void;
  execute(q: { portal: string; rows: number }): void;
  close(q: { type: "S"; name: string }): void;
  sync(): void;
};

const names = new Map<string, string>();
const mostNames = 4_000;

/** The server-side name of a statement text; empty (parsed each time) once there are too many different ones. */
export function statementName(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= mostNames) return "";
  const name = `ll${names.size}`;
  names.set(text, name);
  return name;
}

const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => unknown } }).utils;

type QueryParts = {
  handleDataRow(msg: unknown): void;
  handleCommandComplete(msg: unknown, connection: unknown): void;
  handleReadyForQuery(connection: Wire): void;
  handleError(error: Error, connection: Wire): void;
};
type Answer = (error: Error | null, result: pg.QueryResult) => void;
const Base = pg.Query as unknown as new (config: object, values: undefined, callback: Answer) => QueryParts;

/**
 * Statements sent in one round trip: the preludes (begin, tenant, earlier writes) run first, their rows are dropped, and the last one answers.
 * Without an open transaction they form one implicit transaction, so a tenant set for the transaction holds for the last statement and no longer.
 */
class Batch extends Base {
  readonly #statements: readonly Statement[];
  readonly #fresh: string[] = [];
  #left: number;

  constructor(preludes: readonly Statement[], main: Statement, answer: Answer) {
    super({ text: main.text, queryMode: "extended" }, undefined, answer);
    this.#statements = [...preludes, main];
    this.#left = preludes.length;
  }

  prepare(connection: Wire): void {
    connection.parsed ??= new Set();
    connection.doubtful ??= new Set();
    const last = this.#statements.length - 1;
    for (const [index, { name, text, values }] of this.#statements.entries()) {
      if (!name || (!connection.parsed.has(name) && !this.#fresh.includes(name))) this.#parse(connection, name, text);
      connection.bind({ portal: "", statement: name, values, valueMapper: prepareValue });
      if (index === last) connection.describe({ type: "P", name: "" });
      connection.execute({ portal: "", rows: 0 });
    }
    connection.sync();
  }

  #parse(connection: Wire, name: string, text: string): void {
    if (name && connection.doubtful?.delete(name)) connection.close({ type: "S", name });
    connection.parse({ name, text });
    if (name) this.#fresh.push(name);
  }

  override handleDataRow(msg: unknown): void {
    if (this.#left === 0) super.handleDataRow(msg);
  }

  override handleCommandComplete(msg: unknown, connection: unknown): void {
    if (this.#left === 0) super.handleCommandComplete(msg, connection);
    else this.#left--;
  }

  override handleReadyForQuery(connection: Wire): void {
    for (const name of this.#fresh) connection.parsed?.add(name);
    super.handleReadyForQuery(connection);
  }

  override handleError(error: Error, connection: Wire): void {
    for (const name of this.#fresh) connection?.doubtful?.add(name);
    super.handleError(error, connection);
  }
}

/** Sends the statements together and answers with the last one's result. */
export function send(client: pg.ClientBase, preludes: readonly Statement[], main: Statement): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    (client.query as (query: unknown) => unknown)(new Batch(preludes, main, (error, result) => (error ? reject(error) : resolve(result))));
  });
}

export function statement(text: string, values: readonly unknown[] = []): Statement {
  return { name: statementName(text), text, values };
}

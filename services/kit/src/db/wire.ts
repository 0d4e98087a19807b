import pg from "pg";
import { serialize } from "pg-protocol";
import { seenFromAbove } from "./away.ts";

/** A statement with its parameters, as sent to the server. Named, so that the server parses it once per connection. */
export type Statement = { name: string; text: string; values: readonly unknown[]; bytes?: Buffer };
export type Result = { command: string; rowCount: number | null; rows: Record<string, unknown>[] };

type Field = { name: string; dataTypeID: number };
/** How the rows of a statement become objects. */
type Shape = { names: string[]; parsers: ((text: string) => unknown)[]; blank: Record<string, null> };
type Wire = {
  stream: { writable: boolean; write(bytes: Buffer): void };
  /** Names the server holds on this connection, with the shape of their rows once it told; and names whose parsing failed half way. */
  parsed?: Map<string, Shape | null>;
  doubtful?: Set<string>;
};
type Client = pg.ClientBase & { getTypeParser(type: number, format: "text"): (text: string) => unknown };
type Answer = (error: Error | null, results: Result[]) => void;

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

/** A column's name as rows carry it: `company_id` as `companyId`. */
export const camelName = (column: string): string => column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => unknown } }).utils;
const rowless: Shape = { names: [], parsers: [], blank: {} };
const describeRows = serialize.describe({ type: "P" });
const execute = serialize.execute();
const sync = serialize.sync();

const bound = (statement: Statement): Buffer => {
  statement.bytes ??= serialize.bind({ statement: statement.name, values: statement.values as unknown[], valueMapper: prepareValue });
  return statement.bytes;
};

/**
 * Statements sent as one write and answered in one round trip: the preludes (begin, tenant, earlier writes) run first, their rows are dropped, and the
 * others answer in their order. Without an open transaction they form one implicit transaction, so a tenant set for the transaction holds for them
 * and no longer. The server describes the rows of a named statement once per connection.
 */
class Batch {
  readonly #client: Client;
  readonly #statements: readonly Statement[];
  readonly #dropped: number;
  /** The client puts its own in front, which ends the wait for a server that is silent. */
  callback: Answer;
  readonly #fresh: string[] = [];
  readonly #results: Result[];
  readonly #shapes: Shape[];
  #at = 0;
  #broken: Error | null = null;

  constructor(client: Client, preludes: readonly Statement[], mains: readonly Statement[], answer: Answer) {
    this.#client = client;
    this.#statements = [...preludes, ...mains];
    this.#dropped = preludes.length;
    this.#results = mains.map(() => ({ command: "", rowCount: null, rows: [] }));
    this.#shapes = mains.map(() => rowless);
    this.callback = answer;
    // Here, because a value that cannot be written must not leave a connection waiting.
    for (const statement of this.#statements) bound(statement);
  }

  submit(connection: Wire): void {
    connection.parsed ??= new Map();
    connection.doubtful ??= new Set();
    const parts: Buffer[] = [];
    for (const [at, statement] of this.#statements.entries()) {
      const { name, text } = statement;
      if (!name || (!connection.parsed.has(name) && !this.#fresh.includes(name))) this.#parse(connection, parts, name, text);
      parts.push(bound(statement));
      if (at >= this.#dropped) this.#describe(connection, parts, at - this.#dropped);
      parts.push(execute);
    }
    parts.push(sync);
    if (connection.stream.writable) connection.stream.write(Buffer.concat(parts));
  }

  #parse(connection: Wire, parts: Buffer[], name: string, text: string): void {
    if (name && connection.doubtful?.delete(name)) parts.push(serialize.close({ type: "S", name }));
    parts.push(serialize.parse({ name, text }));
    if (name) this.#fresh.push(name);
  }

  #main = (nth: number): Statement => this.#statements[this.#dropped + nth] as Statement;

  #describe(connection: Wire, parts: Buffer[], nth: number): void {
    const known = connection.parsed?.get(this.#main(nth).name);
    if (known) this.#shapes[nth] = known;
    else parts.push(describeRows);
  }

  handleRowDescription({ fields }: { fields: Field[] }): void {
    const nth = this.#at - this.#dropped;
    const names = fields.map(({ name }) => camelName(name));
    this.#shapes[nth] = {
      names,
      parsers: fields.map((field) => this.#client.getTypeParser(field.dataTypeID, "text")),
      blank: Object.fromEntries(names.map((name) => [name, null])),
    };
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const nth = this.#at - this.#dropped;
    if (nth < 0) return;
    try {
      this.#results[nth]?.rows.push(rowOf(this.#shapes[nth] as Shape, fields));
    } catch (error) {
      this.#broken = error as Error;
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    const result = this.#results[this.#at++ - this.#dropped];
    if (!result) return;
    const words = text.split(" ");
    result.command = words[0] ?? "";
    result.rowCount = words.length > 1 ? Number(words.at(-1)) : null;
  }

  handleReadyForQuery({ parsed }: Wire): void {
    for (const name of this.#fresh) parsed?.set(name, null);
    for (const [nth, shape] of this.#shapes.entries()) if (this.#main(nth).name) parsed?.set(this.#main(nth).name, shape);
    this.callback(this.#broken, this.#results);
  }

  handleError(error: Error & { code?: string }, connection: Wire | undefined): void {
    for (const name of this.#fresh) connection?.doubtful?.add(name);
    // A migration changed what the statements answer: they are parsed anew when they are next needed.
    const changed = error.code === "0A000" ? this.#results.map((_, nth) => this.#main(nth).name) : [];
    for (const name of changed) if (connection?.parsed?.delete(name)) connection.doubtful?.add(name);
    this.callback(error, this.#results);
  }
}

function rowOf({ names, parsers, blank }: Shape, fields: (string | null)[]): Record<string, unknown> {
  const row: Record<string, unknown> = { ...blank };
  for (let at = 0; at < fields.length; at++) {
    const text = fields[at] as string | null;
    if (text !== null) row[names[at] as string] = (parsers[at] as Shape["parsers"][number])(text);
  }
  return row;
}

/** Sends the statements together and answers with the results of all that come after the preludes, in their order. */
export function sendAll(client: pg.ClientBase, preludes: readonly Statement[], mains: readonly Statement[]): Promise<Result[]> {
  return new Promise((resolve, reject) => {
    const answer: Answer = (error, results) => (error ? reject(seenFromAbove(error)) : resolve(results));
    (client.query as (query: unknown) => unknown)(new Batch(client as Client, preludes, mains, answer));
  });
}

/** Sends the statements together and answers with the last one's result. */
export const send = async (client: pg.ClientBase, preludes: readonly Statement[], main: Statement): Promise<Result> =>
  (await sendAll(client, preludes, [main]))[0] as Result;

export function statement(text: string, values: readonly unknown[] = []): Statement {
  return { name: statementName(text), text, values };
}

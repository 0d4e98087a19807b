import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";

/** Everything the sandbox keeps is a JSON document with a kind, so that a restart finds it again. */
export type Doc = { id: string } & Record<string, unknown>;
export type Row<T = Doc> = { seq: number; kind: string; created: number; doc: T };

export type Filter = {
  kinds: string[];
  account?: string;
  equals?: Record<string, string | number | undefined>;
  contains?: string;
  before?: number;
  after?: number;
  limit?: number;
};

const SCHEMA = `
  pragma journal_mode = wal;
  pragma synchronous = normal;
  create table if not exists doc (
    seq integer primary key autoincrement, id text not null unique, kind text not null, account text not null default '',
    created integer not null, body text not null);
  create index if not exists doc_kind on doc (kind, seq);
  create index if not exists doc_message_id on doc (kind, json_extract(body, '$.messageId'), seq);
  create index if not exists doc_to on doc (kind, json_extract(body, '$.to'), seq);
  create table if not exists idempotency (
    account text not null, key text not null, fingerprint text not null, status integer not null, body text not null, primary key (account, key));
  create table if not exists delivery (
    id integer primary key autoincrement, provider text not null, subject text not null, url text not null, body text not null,
    content_type text not null, state text not null default 'pending', attempts integer not null default 0, next_at integer not null,
    last_status integer, last_error text);
  create index if not exists delivery_due on delivery (state, next_at);
  create table if not exists setting (key text primary key, value text not null);
`;

export class Store {
  readonly db: DatabaseSync;
  readonly #prepared = new Map<string, StatementSync>();
  #listeners = new Set<() => void>();
  #depth = 0;
  #dirty = false;

  constructor(dataDir: string | undefined) {
    if (dataDir) mkdirSync(dataDir, { recursive: true });
    this.db = new DatabaseSync(dataDir ? join(dataDir, "sandbox.sqlite") : ":memory:");
    this.db.exec(SCHEMA);
  }

  /** The statement, compiled once. */
  prepare(text: string): StatementSync {
    const statement = this.#prepared.get(text) ?? this.db.prepare(text);
    this.#prepared.set(text, statement);
    return statement;
  }

  /** All or nothing; nested calls join the outer transaction. Listeners hear of it once, after the commit. */
  transaction<T>(fn: () => T): T {
    if (this.#depth > 0) return fn();
    this.#depth = 1;
    this.db.exec("begin immediate");
    try {
      const result = fn();
      this.db.exec("commit");
      return result;
    } catch (error) {
      this.db.exec("rollback");
      this.#dirty = false;
      throw error;
    } finally {
      this.#depth = 0;
      if (this.#dirty) this.#notify();
    }
  }

  put(kind: string, doc: Doc, account = ""): void {
    this.prepare(
      "insert into doc (id, kind, account, created, body) values (?, ?, ?, ?, ?) on conflict (id) do update set body = excluded.body, kind = excluded.kind",
    ).run(doc.id, kind, account, Date.now(), JSON.stringify(doc));
    this.changed();
  }

  get<T = Doc>(kind: string, id: string, account?: string): T | undefined {
    const row = this.prepare("select body from doc where id = ? and kind = ? and (? is null or account = ?)").get(
      id,
      kind,
      account ?? null,
      account ?? null,
    );
    return row ? (JSON.parse(String(row.body)) as T) : undefined;
  }

  /** Any kind, by id: what Stripe's `expand` needs. */
  find(id: string, account?: string): Doc | undefined {
    const row = this.prepare("select body from doc where id = ? and (? is null or account = ?)").get(id, account ?? null, account ?? null);
    return row ? (JSON.parse(String(row.body)) as Doc) : undefined;
  }

  seqOf(id: string): number | undefined {
    const row = this.prepare("select seq from doc where id = ?").get(id);
    return row ? Number(row.seq) : undefined;
  }

  /** The connected account that something is on; empty for the platform's own. */
  accountOf(id: string): string {
    return String(this.prepare("select account from doc where id = ?").get(id)?.account ?? "");
  }

  remove(id: string): void {
    this.prepare("delete from doc where id = ?").run(id);
    this.changed();
  }

  /** Newest first. */
  list<T = Doc>(filter: Filter): Row<T>[] {
    const where = [`kind in (${filter.kinds.map(() => "?").join(", ")})`];
    const values: SQLInputValue[] = [...filter.kinds];
    const add = (sql: string, ...args: SQLInputValue[]) => {
      where.push(sql);
      values.push(...args);
    };
    if (filter.account !== undefined) add("account = ?", filter.account);
    for (const [path, value] of Object.entries(filter.equals ?? {})) {
      // The path stands in the text, where an index that is made of it is found.
      if (value !== undefined) add(`json_extract(body, '$.${path}') = ?`, value);
    }
    if (filter.contains) add("body like ? escape '\\'", `%${filter.contains.replace(/[\\%_]/g, "\\$&")}%`);
    if (filter.before !== undefined) add("seq < ?", filter.before);
    if (filter.after !== undefined) add("seq > ?", filter.after);
    const order = filter.after !== undefined && filter.before === undefined ? "asc" : "desc";
    const rows = this.prepare(`select seq, kind, created, body from doc where ${where.join(" and ")} order by seq ${order} limit ?`).all(
      ...values,
      filter.limit ?? 1000,
    );
    const found = rows.map((row) => ({
      seq: Number(row.seq),
      kind: String(row.kind),
      created: Number(row.created),
      doc: JSON.parse(String(row.body)) as T,
    }));
    return order === "asc" ? found.reverse() : found;
  }

  setting<T>(key: string): T | undefined {
    const row = this.prepare("select value from setting where key = ?").get(key);
    return row ? (JSON.parse(String(row.value)) as T) : undefined;
  }

  saveSetting(key: string, value: unknown): void {
    this.prepare("insert into setting (key, value) values (?, ?) on conflict (key) do update set value = excluded.value").run(
      key,
      JSON.stringify(value),
    );
    this.changed();
  }

  reset(): void {
    this.transaction(() => {
      for (const table of ["doc", "idempotency", "delivery", "setting"]) this.db.exec(`delete from ${table}`);
      this.changed();
    });
  }

  changed(): void {
    this.#dirty = true;
    if (this.#depth === 0) this.#notify();
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    this.#listeners.clear();
    this.db.close();
  }

  #notify(): void {
    this.#dirty = false;
    for (const listener of [...this.#listeners]) listener();
  }
}

import type { DescMessage, MessageShape } from "@bufbuild/protobuf";
import type { Ctx } from "../context.ts";
import type { Tx } from "../db/access.ts";
import { type Consumer, consumer, type EventMeta } from "../events/consumer.ts";
import { numberOf } from "../events/meta.ts";
import { rebuildPage } from "./rebuild-page.ts";
import { buryFacts, type Layout, storeFacts } from "./rows.ts";

// biome-ignore lint/suspicious/noExplicitAny: each projection names only its own tables, and those by their text
export type AnyTx = Tx<any>;

/** What a page of a rebuild came to. */
export type Rebuilt = {
  /** The last id that was looked at; null when there was nothing more. */
  last: string | null;
  /** How much was missing, different or unknown to the owner. */
  corrected: number;
};

/** What a service keeps of others and can read again; `make rebuild` goes through all of them in the order in which the service lists them. */
export type Rebuildable = {
  name: string;
  /** What is filled from there, as code names it. */
  tables: readonly string[];
  /** What was heard is told by its rows alone: they are not erased and not tidied away. */
  numbered?: boolean;
  consumers: readonly Consumer[];
  rebuild: (ctx: Ctx, after: string, size: number) => Promise<Rebuilt>;
};

/** One event that says what a fact is now, or that it is gone. */
export type Source<F> = {
  schema: DescMessage;
  read: (event: never, tx: AnyTx, meta: EventMeta) => Promise<readonly F[]>;
  wanted?: (event: never) => boolean;
};

/** Which facts an event carries; what it has to look up first, it may. One that is not wanted carries none, and took none away that is kept here. */
export const on = <D extends DescMessage, F>(
  schema: D,
  read: (event: MessageShape<D>, tx: AnyTx, meta: EventMeta) => readonly F[] | Promise<readonly F[]>,
  wanted?: (event: MessageShape<D>) => boolean,
): Source<F> => ({ schema, read: async (event, tx, meta) => await read(event, tx, meta), ...(wanted && { wanted }) });

/** Rows of another table that belong to a fact and are replaced with it. */
export type Part<F> = {
  table: string;
  /** With the fact's own key, what tells its rows apart; they are compared in its order. */
  key: string;
  columns: readonly string[];
  /** Left out: this fact does not say, and what is there stays. */
  rows: (fact: F) => readonly Record<string, unknown>[] | undefined;
};

export type Declared<F> = {
  /** As code names it; with `of` what sets it apart from others in the same table. */
  table: string;
  of?: Record<string, string>;
  /** The column, one of `columns`, that names the fact at its owner. */
  key: string;
  /** Everything kept of a fact. A value left out (undefined) stays what it was; a new row gets the column's default. */
  columns: Readonly<Record<string, (fact: F) => unknown>>;
  parts?: readonly Part<F>[];
  /** The owner's own count of changes. Without it the time at which an event was written says which is newer. */
  version?: (fact: F) => number;
  /**
   * Beside the owner's version the table keeps the number of the event that told it, in `event_number`. Of two events of one version the one written later
   * is newer then, and one that is heard again is not: it changes nothing, whatever became of the row meanwhile, so nobody notes that it was heard. For
   * rows that go only with the projection itself, and without `overtaken`.
   */
  numbered?: boolean;
  /** Facts that are not kept, or no longer. */
  kept?: (fact: F) => boolean;
  events: readonly Source<F>[];
  /** Events after which a fact is gone, by its key. */
  gone?: readonly Source<string>[];
  /** The owner's facts above an id, by id, as many as asked for unless there are no more. */
  source: (ctx: Ctx, after: string, size: number) => Promise<readonly F[]>;
  /** What hangs on the facts, once they are stored or, where they are not kept, removed; not called for older ones that changed nothing. */
  changed?: (tx: AnyTx, facts: readonly F[]) => unknown;
  /**
   * `changed` comes to the same where nothing changed: it only tells pages to ask again, or makes sums of what is stored. It is called for every fact, and
   * nobody waits to hear which were stored.
   */
  eager?: boolean;
  /**
   * What an event asks for although a newer one of its key came first, as happens when whoever held it was killed; each is heard once. Only for what is
   * done once, like a message to somebody: the rows stay as they are.
   */
  overtaken?: (tx: AnyTx, facts: readonly F[]) => unknown;
  /** Whether `changed` of one fact has nothing to do with that of another, see ConsumerOptions; so it is where there is none. */
  apart?: boolean;
};

export type Projection<F> = Rebuildable & {
  layout: Layout<F>;
  /** Stores facts that were asked for, because their event may still be on the way; any event is newer. */
  store: (tx: AnyTx, facts: readonly F[]) => Promise<void>;
};

/** Facts of another service that are kept in a table here: declared once, fed by events, read again from their owner. */
export function projection<F>(declared: Declared<F>): Projection<F> {
  const { table, of = {}, kept = () => true, version } = declared;
  const name = [table, ...Object.values(of)].join("-");
  const layout: Layout<F> = {
    ...declared,
    name,
    of,
    parts: declared.parts ?? [],
    kept,
    canBeGone: Boolean(declared.kept ?? declared.gone),
  };
  const take = async (tx: AnyTx, facts: readonly F[], writtenAt: number, number = "0"): Promise<void> => {
    const versioned = facts.map((fact) => ({ fact, version: version?.(fact) ?? writtenAt, number }));
    const stored = await storeFacts(tx, layout, versioned);
    if (stored.length > 0) await declared.changed?.(tx, stored);
    const late = facts.filter((fact) => !stored.includes(fact));
    if (late.length > 0) await declared.overtaken?.(tx, late);
  };
  const options = { apart: declared.apart ?? !declared.changed };
  const hear = ({ schema, read, wanted }: Source<F>): Consumer =>
    consumer(
      schema,
      async (tx: AnyTx, event, meta: EventMeta) =>
        await take(tx, await read(event as never, tx, meta), meta.writtenAt.getTime(), numberOf(meta)),
      { ...options, ...(declared.numbered && { repeatable: true }), ...(wanted && { wanted: (event) => wanted(event as never) }) },
    );
  const forget = ({ schema, read }: Source<string>): Consumer =>
    consumer(
      schema,
      async (tx: AnyTx, event, meta: EventMeta) =>
        buryFacts(tx, layout, await read(event as never, tx, meta), version ? Number.MAX_SAFE_INTEGER : meta.writtenAt.getTime()),
      options,
    );
  return {
    name,
    tables: [table, ...layout.parts.map((part) => part.table)],
    layout,
    numbered: declared.numbered ?? false,
    consumers: [...declared.events.map(hear), ...(declared.gone ?? []).map(forget)],
    store: (tx, facts) => take(tx, facts, 0),
    rebuild: (ctx, after, size) => rebuildPage(ctx, { name, layout, declared }, after, size),
  };
}

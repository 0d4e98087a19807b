import { group, list, text } from "../core/form.ts";
import type { Doc } from "../core/store.ts";
import { load, type StripeCall, wholeNumber } from "./context.ts";
import { invalid } from "./errors.ts";

type Options = { kind: string; url: string; equals?: Record<string, string | undefined>; keep?: (doc: Doc) => boolean };

/** Newest first, with Stripe's cursors. */
export function page(call: StripeCall, { kind, url, equals, keep }: Options): Doc {
  const limit = wholeNumber(call.form, "limit") ?? 10;
  if (limit < 1 || limit > 100) throw invalid("Limit must be between 1 and 100.", "limit", "parameter_invalid_integer");
  const after = text(call.form, "starting_after");
  const before = text(call.form, "ending_before");
  for (const id of [after, before]) if (id) load(call, kind, id, after ? "starting_after" : "ending_before");
  const rows = call.store.list({
    kinds: [kind],
    account: call.account,
    ...(equals ? { equals } : {}),
    ...(after ? { before: call.store.seqOf(after) ?? 0 } : {}),
    ...(before ? { after: call.store.seqOf(before) ?? 0 } : {}),
    limit: keep || group(call.form, "created") ? 100_000 : limit + 1,
  });
  const found = rows.map((row) => row.doc).filter((doc) => created(call, doc) && (keep?.(doc) ?? true));
  const data = before ? found.slice(-limit) : found.slice(0, limit);
  return { id: "", object: "list", data, has_more: found.length > limit, url };
}

function created(call: StripeCall, doc: Doc): boolean {
  const exact = text(call.form, "created");
  const at = Number(doc.created);
  if (exact) return at === Number(exact);
  const range = group(call.form, "created");
  const bound = (key: string) => Number(text(range, key) ?? Number.NaN);
  return !(at < bound("gte") || at <= bound("gt") || at > bound("lte") || at >= bound("lt"));
}

type Clause = { path: string[]; op: string; value: string; negated: boolean };

/** Stripe's search language: clauses joined by AND or by OR, `metadata["key"]:"value"`, `status:'succeeded'`, `amount>1000`, `-` negates. */
export function search(call: StripeCall, kind: string, url: string): Doc {
  const query = text(call.form, "query");
  if (!query) throw invalid("Missing required param: query.", "query", "parameter_missing");
  const either = / OR /.test(query);
  if (either && / AND /.test(query)) throw invalid("You cannot mix AND and OR in one query.", "query");
  const clauses = query.split(either ? " OR " : " AND ").map(clause);
  const fits = (doc: Doc) => (either ? clauses.some((c) => matches(doc, c)) : clauses.every((c) => matches(doc, c)));
  const limit = wholeNumber(call.form, "limit") ?? 10;
  const from = Number(text(call.form, "page") ?? 0);
  const found = call.store
    .list({ kinds: [kind], account: call.account, limit: 100_000 })
    .map((row) => row.doc)
    .filter(fits);
  const more = found.length > from + limit;
  return {
    id: "",
    object: "search_result",
    data: found.slice(from, from + limit),
    has_more: more,
    next_page: more ? String(from + limit) : null,
    url,
  };
}

function clause(source: string): Clause {
  const found = /^(-?)([a-z_.]+)(?:\[["'](.+?)["']\])?\s*(:|~|>=|<=|>|<)\s*(?:"([^"]*)"|'([^']*)'|(\S+))$/.exec(source.trim());
  if (!found) throw invalid(`We were unable to parse your search query: ${source}`, "query");
  const [, minus, field, key, op, double, single, bare] = found;
  return {
    path: [...(field ?? "").split("."), ...(key ? [key] : [])],
    op: op ?? ":",
    value: double ?? single ?? bare ?? "",
    negated: minus === "-",
  };
}

function matches(doc: Doc, { path, op, value, negated }: Clause): boolean {
  let found: unknown = doc;
  for (const key of path) found = (found as Record<string, unknown> | null | undefined)?.[key];
  const held = String(found ?? "");
  const result =
    op === ":"
      ? held.toLowerCase() === value.toLowerCase()
      : op === "~"
        ? held.toLowerCase().includes(value.toLowerCase())
        : compare(Number(held), op, Number(value));
  return result !== negated;
}

function compare(a: number, op: string, b: number): boolean {
  return op === ">" ? a > b : op === "<" ? a < b : op === ">=" ? a >= b : a <= b;
}

/** Replaces ids by their objects, along paths such as `latest_charge.balance_transaction` or `data.customer`. */
export function expand(call: StripeCall, answer: unknown): unknown {
  const paths = list(call.form, "expand");
  if (paths.length === 0) return answer;
  const copy: unknown = structuredClone(answer);
  for (const path of paths) expandPath(call, copy, path.split("."), path);
  return copy;
}

function expandPath(call: StripeCall, node: unknown, keys: string[], path: string): void {
  const [key, ...rest] = keys;
  if (key === undefined || node === null || typeof node !== "object") return;
  if (Array.isArray(node)) {
    for (const item of node) expandPath(call, item, keys, path);
    return;
  }
  const holder = node as Record<string, unknown>;
  if (!(key in holder)) throw invalid(`This property cannot be expanded (${path}).`, "expand");
  const value = holder[key];
  if (typeof value === "string") holder[key] = call.store.find(value, call.account) ?? value;
  expandPath(call, holder[key], rest, path);
}

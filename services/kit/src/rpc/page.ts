import { fail } from "../errors.ts";

export type PageRequest = { pageSize: number; pageToken: string; pageNum: number };
export type Page = { size: number; offset: number; after: string[] | null };

/** Reads how a list is asked for: by token (keyset) or, for legacy callers, by page number. */
export function pageOf(request: PageRequest, { standard = 20, most = 200 } = {}): Page {
  const size = Math.min(most, request.pageSize > 0 ? request.pageSize : standard);
  const offset = request.pageNum > 1 ? (request.pageNum - 1) * size : 0;
  return { size, offset, after: request.pageToken ? readToken(request.pageToken) : null };
}

/** An opaque cursor from the sort values of the last row shown. */
export const pageToken = (values: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(values.map(String))).toString("base64url");

function readToken(token: string): string[] {
  try {
    const values = JSON.parse(Buffer.from(token, "base64url").toString());
    if (Array.isArray(values) && values.every((v) => typeof v === "string")) return values;
  } catch {
    // falls through to the refusal below
  }
  throw fail("PARAMS_INVALID", { field: "pageToken", reason: "not a token of this list" });
}

/** Splits what was read (one row more than asked) into the page and the token of the next. */
export function cut<R>(rows: R[], size: number, key: (row: R) => readonly (string | number)[]): { rows: R[]; nextPageToken: string } {
  const shown = rows.slice(0, size);
  const last = shown.at(-1);
  return { rows: shown, nextPageToken: rows.length > size && last ? pageToken(key(last)) : "" };
}

import { fail } from "../errors.ts";
import { NUL } from "./nul-text.ts";

export type PageRequest = { pageSize: number; pageToken: string; pageNum?: number };
/** `limit` is one row more than the page shows, which tells whether there is another page. */
export type Page = { size: number; limit: number; offset: number; after: string[] | null };

/** Reads how a list is asked for: by token (keyset) or, for legacy callers, by page number. */
export function pageOf({ pageSize, pageToken, pageNum = 0 }: PageRequest, { standard = 20, most = 200 } = {}): Page {
  const size = Math.min(most, pageSize > 0 ? pageSize : standard);
  const offset = pageNum > 1 ? (pageNum - 1) * size : 0;
  return { size, limit: size + 1, offset, after: pageToken ? readToken(pageToken) : null };
}

/** How a list is paged: how long a page is when nobody says, and at most; what is read; the sort values of a row, which the next page begins behind. */
export type ListPlan<R> = {
  standard?: number;
  most?: number;
  read: (page: Page) => Promise<R[]>;
  key: (row: R) => readonly (string | number)[];
};

/** As the database says that a text is no number or no date, or one out of range. */
const UNREADABLE = ["22P02", "22003", "22007", "22008"];
const notOurs = () => fail("PARAMS_INVALID", { field: "pageToken", reason: "not a token of this list" });

/** One page of a list, and the token of the next. */
export async function listed<R>(request: PageRequest, { read, key, ...sizes }: ListPlan<R>): Promise<{ rows: R[]; nextPageToken: string }> {
  const page = pageOf(request, sizes);
  const rows = await read(page).catch((error) => {
    throw page.after && UNREADABLE.includes((error as { code?: string }).code ?? "") ? notOurs() : error;
  });
  return cut(rows, page.size, key);
}

/** An opaque cursor from the sort values of the last row shown. */
export const pageToken = (values: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(values.map(String))).toString("base64url");

function readToken(token: string): string[] {
  try {
    const values = JSON.parse(Buffer.from(token, "base64url").toString());
    if (Array.isArray(values) && values.every((v) => typeof v === "string" && !v.includes(NUL))) return values;
  } catch {
    // falls through to the refusal below
  }
  throw notOurs();
}

/** Splits what was read (one row more than asked) into the page and the token of the next. */
export function cut<R>(rows: R[], size: number, key: (row: R) => readonly (string | number)[]): { rows: R[]; nextPageToken: string } {
  const shown = rows.slice(0, size);
  const last = shown.at(-1);
  return { rows: shown, nextPageToken: rows.length > size && last ? pageToken(key(last)) : "" };
}

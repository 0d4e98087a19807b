import { PRODUCT } from "../../ui/page/title.ts";
import type { Path } from "./routes.ts";

type Named<Name extends string> = Name extends `${infer Optional}?` ? { [K in Optional]?: string } : { [K in Name]: string };

/** What a path asks to be named: `:clientId` must be, `:panel?` may be. */
export type Params<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Named<Name> & Params<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? Named<Name>
    : unknown;

/** What follows the path: parameters, of which empty ones are left out, or what an address said after its question mark. */
export type Query = string | Readonly<Record<string, string | undefined>>;

const queryText = (query: Query): string => {
  if (typeof query === "string") return query.replace(/^\?/, "");
  return new URLSearchParams(Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : []))).toString();
};

/** The address of a page: the only way in which one with parameters is put together. The paths are those that the routes declare. */
export const pathTo = <P extends Path>(path: P, params: Params<P>, query: Query = ""): string => {
  const named = params as Readonly<Record<string, string | undefined>>;
  const filled = path
    .replaceAll("{product}", PRODUCT)
    .replace(/\/:(\w+)\?/g, (_, name: string) => (named[name] ? `/${encodeURIComponent(named[name])}` : ""))
    .replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(named[name] ?? ""));
  const text = queryText(query);
  return text ? `${filled}?${text}` : filled;
};

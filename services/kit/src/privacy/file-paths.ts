import { fail } from "../errors.ts";

const form = /\/uploads\/(?:public|private)\/(\d+)\/([0-9a-z]{20})\/[^/"\\<>\s?#]{1,160}/g;

/** The addresses of files that texts name, each once. */
export const filePathsIn = (texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((text) => [...text.matchAll(form)].map(([path]) => path))),
];

/** The ids of a company's own files that texts name, each once. */
export const fileIdsIn = (texts: readonly string[], companyId: string): string[] => {
  const found = texts.flatMap((text) => [...text.matchAll(form)].flatMap(([, company, id = ""]) => (company === companyId ? [id] : [])));
  return [...new Set(found)];
};

const isIn = (which: string, companyId: string, path: string): boolean =>
  new RegExp(`^/uploads/(?:${which})/${companyId}/[\\w-]+/(?!\\.{1,2}$)[^/"\\\\<>\\s?#]{1,160}$`).test(path);

/** A file of the company itself, private or for everybody to see, as the upload answered it. */
export function mustBeOwnFile(companyId: string, path: string, field: string): string {
  if (!isIn("public|private", companyId, path))
    throw fail("PARAMS_INVALID", { field, reason: "must be a file of your own, as the upload answered it" });
  return path;
}

/** A private file of the company itself: nobody else's, and none that everybody may see. */
export function mustBePrivate(companyId: string, path: string, field: string): string {
  if (!isIn("private", companyId, path)) throw fail("PARAMS_INVALID", { field, reason: "must be a private file of your own" });
  return path;
}

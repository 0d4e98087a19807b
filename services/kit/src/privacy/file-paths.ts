import { fail } from "../errors.ts";

const folder = String.raw`\/uploads\/(?:public|private)\/(?<company>\d+)\/(?<id>[0-9a-z]{20})\/`;
/** Within quotes a name may have blanks; anywhere else it ends at the first. */
const form = new RegExp(String.raw`(?<=")${folder}[^/"\\<>?]{1,160}(?=\\?")|${folder}[^/"\\<>\s?#]{1,160}`, "g");

/** The addresses of files that texts name, each once. */
export const filePathsIn = (texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((text) => [...text.matchAll(form)].map(([path]) => path))),
];

/** The ids of a company's own files that texts name, each once. */
export const fileIdsIn = (texts: readonly string[], companyId: string): string[] => {
  const found = texts.flatMap((text) => [...text.matchAll(form)].map(({ groups = {} }) => groups));
  return [...new Set(found.filter(({ company }) => company === companyId).map(({ id = "" }) => id))];
};

/** A name as the upload gives it: with blanks, and without what it replaces. */
const isIn = (which: string, companyId: string, path: string): boolean =>
  new RegExp(String.raw`^/uploads/(?:${which})/${companyId}/[\w-]+/(?!\.{1,2}$)[^/<>:"\\|?*\p{Cc}]{1,160}$`, "u").test(path);

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

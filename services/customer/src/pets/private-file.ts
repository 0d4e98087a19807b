import { fail } from "@leashline/kit";

/** A private file of the company itself: nobody else's, and none that everybody may see. */
export function mustBePrivate(companyId: string, path: string, field: string): string {
  const own = new RegExp(`^/uploads/private/${companyId}/[\\w-]+/[^/]+$`);
  if (!own.test(path)) throw fail("PARAMS_INVALID", { field, reason: "must be a private file of your own" });
  return path;
}

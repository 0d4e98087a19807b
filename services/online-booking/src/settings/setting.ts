/** A page name made from a business's name: lower-case letters, digits and single hyphens, 3 to 50 long. */
export function pageName(businessName: string): string {
  const plain = businessName
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 50)
    .replace(/-+$/, "");
  return plain.length >= 3 ? plain : `shop-${plain}`.replace(/-$/, "");
}

/** The names to try in turn when the first is taken; the last holds the business's id and is free. */
export function pageNames(businessName: string, businessId: string): string[] {
  const first = pageName(businessName);
  return [first, `${first}-2`, `${first}-3`, `${first}-${businessId}`];
}

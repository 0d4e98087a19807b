/** Which company and business an address speaks of: carried in the query across navigation, kept only when numeric (core §2). */
export type Chosen = { companyId?: string; businessId?: string };

export const COMPANY = "companyId";
export const BUSINESS = "businessId";

/** Query parameters that must not survive in an address one comes back to (core §2). */
const PRIVATE = ["accountId", "account", "staffId", "staff", "token"];
const SIGN_IN_PAGES = ["/sign_in", "/sign_up", "/sign-up-page", "/forget_password", "/logout"];

const numeric = (value: string | null): string | undefined => (value !== null && /^\d+$/.test(value) ? value : undefined);

export const isSignInPage = (pathname: string): boolean => SIGN_IN_PAGES.includes(pathname.replace(/\/+$/, "") || "/");
export const isCardOnFilePage = (pathname: string): boolean => pathname.includes("/payment/cof/client");

export const readIds = (search: string): Chosen => {
  const query = new URLSearchParams(search);
  const [companyId, businessId] = [numeric(query.get(COMPANY)), numeric(query.get(BUSINESS))];
  return { ...(companyId && { companyId }), ...(businessId && { businessId }) };
};

/** Whether an address to return to names a company or business that is none of these; it is not said whether there is such a one. */
export const namesStrangers = (address: string | null, own: readonly { id: string; companyId: string }[]): boolean => {
  const { companyId, businessId } = readIds(address?.split("?")[1]?.split("#")[0] ?? "");
  const known = own.some((one) => (companyId ?? one.companyId) === one.companyId && (businessId ?? one.id) === one.id);
  return (companyId ?? businessId) !== undefined && !known;
};

/** The search part with the two ids as they should be: chosen ones win, others stay if numeric, sign-in pages carry none. */
export const carryIds = (pathname: string, search: string, chosen: Chosen = {}): string => {
  const query = new URLSearchParams(search);
  const found = readIds(search);
  query.delete(COMPANY);
  query.delete(BUSINESS);
  if (!isSignInPage(pathname)) {
    const companyId = numeric(chosen.companyId ?? null) ?? found.companyId;
    const businessId = numeric(chosen.businessId ?? null) ?? found.businessId;
    if (companyId) query.set(COMPANY, companyId);
    if (businessId) query.set(BUSINESS, businessId);
  }
  const text = query.toString();
  return text ? `?${text}` : "";
};

/** Where a sign-in page leads that was opened with the ids of a company or business: to itself without them. */
export const signInWithoutIds = (pathname: string, search: string): string | undefined => {
  const query = new URLSearchParams(search);
  const carries = query.has(COMPANY) || query.has(BUSINESS);
  return isSignInPage(pathname) && carries ? `${pathname}${carryIds(pathname, search)}` : undefined;
};

/** The address to come back to after signing in: account, staff and token parameters are stripped. */
export const returnUrl = (pathname: string, search: string, hash = ""): string => {
  const query = new URLSearchParams(search);
  for (const name of PRIVATE) query.delete(name);
  const text = query.toString();
  return `${pathname}${text ? `?${text}` : ""}${hash}`;
};

/** The address with one parameter taken out, for tokens that must not stay visible. */
export const withoutParam = (pathname: string, search: string, name: string): string => {
  const query = new URLSearchParams(search);
  query.delete(name);
  const text = query.toString();
  return `${pathname}${text ? `?${text}` : ""}`;
};

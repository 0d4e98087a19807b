import type { EnterpriseBusiness } from "./enterprise.store.ts";

export function companyOf(
  rows: readonly EnterpriseBusiness[],
  own: ReadonlyMap<string, { staffId: string; employeeCategory: number; isOwner: boolean }>,
) {
  const [first] = rows as [EnterpriseBusiness];
  const me = own.get(first.companyId);
  return {
    companyId: first.companyId,
    companyName: first.companyName,
    staffId: me?.staffId ?? "0",
    employeeCategory: me?.employeeCategory ?? 0,
    isOwner: me?.isOwner ?? false,
    businesses: rows.flatMap((p) =>
      p.businessId === null
        ? []
        : [
            {
              businessId: p.businessId,
              businessName: p.businessName ?? "",
              avatarPath: p.avatarPath ?? "",
              appType: p.appType ?? 0,
              timezoneName: p.zone ?? "",
              currencyCode: p.currency,
            },
          ],
    ),
  };
}

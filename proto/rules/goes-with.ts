// Apart from the other rules of add-ons, so that the first step of the booking page has nothing of them.

export type Beside = { readonly id: string; readonly careType: string };

/** Whether an add-on goes with a service. */
export const goesWith = (
  addOn: { readonly careType: string; readonly applicableServiceIds: readonly string[] },
  service: Beside,
): boolean =>
  addOn.careType === service.careType && (addOn.applicableServiceIds.length === 0 || addOn.applicableServiceIds.includes(service.id));

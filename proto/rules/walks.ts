export const DOG_WALKING = "DOG_WALKING";

type Line = { readonly petId: string; readonly careType: string; readonly minutes: number };

/**
 * How long the services of one appointment take one person: one after the other, except that the dogs of a household go on a walk together. Storefront and web
 * client reckon with this as the calendar lines them up.
 */
export function minutesTogether(lines: readonly Line[]): number {
  const sum = (own: readonly Line[]) => own.reduce((all, { minutes }) => all + minutes, 0);
  const walks = Map.groupBy(
    lines.filter(({ careType }) => careType === DOG_WALKING),
    ({ petId }) => petId,
  );
  return sum(lines.filter(({ careType }) => careType !== DOG_WALKING)) + Math.max(0, ...[...walks.values()].map(sum));
}

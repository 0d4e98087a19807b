import { inList, Refusal } from "@leashline/kit";

/** Where a request names an order: "orderIds.1", or "orderId" where it names no others. */
export type Places = (orderId: string) => string;

export const placesIn =
  (orderIds: readonly string[]): Places =>
  (orderId) =>
    inList("orderIds", orderIds.indexOf(orderId));

/** A refusal of one order names it where the request does, and says which it is. */
export async function ofOrder<T>(placeOf: Places, orderId: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal) || error.options.field !== "orderId") throw error;
    const { facts } = error.options;
    throw new Refusal(error.code, error.message, { ...error.options, field: placeOf(orderId), facts: { ...facts, orderId } });
  }
}

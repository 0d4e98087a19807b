import { fail, mustExist, type Tx } from "@leashline/kit";
import { lockClient } from "../clients/client.store.ts";
import { mustHaveClient } from "../clients/client.write.ts";
import { reach } from "../clients/visibility.store.ts";
import type { DB } from "../db.ts";
import { deleteNotTheSame, insertNotTheSame } from "./not-the-same.store.ts";

type Asked = { customerId: string; otherCustomerId: string };

/** Logged with both, who are told apart by their numbers alone: a name would outlive whoever is erased. */
function tell(tx: Tx<DB>, action: string, [one, other]: readonly [string, string]): void {
  tx.log({ entity: "client", id: one, action, after: { otherClientId: other } });
  tx.log({ entity: "client", id: other, action, after: { otherClientId: one } });
  tx.notify("customer.client", { ids: [one, other] });
}

const inOrder = ({ customerId, otherCustomerId }: Asked): [keyof Asked, keyof Asked] =>
  BigInt(customerId) < BigInt(otherCustomerId) ? ["customerId", "otherCustomerId"] : ["otherCustomerId", "customerId"];

/** Both under lock, in the order of their ids, as a merge takes them. */
async function lockBoth(tx: Tx<DB>, asked: Asked): Promise<[string, string]> {
  const wrong = { field: "otherCustomerId", reason: "a client is the same as themself" };
  if (asked.customerId === asked.otherCustomerId) throw fail("PARAMS_INVALID", wrong);
  const [first, second] = inOrder(asked);
  const [one, other] = [await mustHaveClient(tx, asked[first], first), await mustHaveClient(tx, asked[second], second)];
  return [one.id, other.id];
}

export async function dismissDuplicate(tx: Tx<DB>, asked: Asked): Promise<void> {
  const [one, other] = await lockBoth(tx, asked);
  if (await insertNotTheSame(tx.db, { one, other }, tx.ctx.caller)) tell(tx, "not the same", [one, other]);
}

/** Also of one who is deleted by now. */
export async function restoreDuplicate(tx: Tx<DB>, asked: Asked): Promise<void> {
  const { customerId, otherCustomerId } = asked;
  for (const field of inOrder(asked)) mustExist(await lockClient(tx.db, asked[field], reach(tx.ctx)), field, "CUSTOMER_NOT_FOUND");
  const pair = { one: customerId, other: otherCustomerId };
  if (await deleteNotTheSame(tx.db, pair)) tell(tx, "maybe the same", [customerId, otherCustomerId]);
}

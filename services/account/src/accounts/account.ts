import { fail, type Tx, unlessTaken } from "@leashline/kit";
import type { DB } from "../db.ts";
import { accountsNamed } from "./account.store.ts";

/** What the unique keys of the account table mean to a person. */
export const unlessContactTaken = <T>(done: Promise<T>): Promise<T> =>
  unlessTaken(done, {
    account_email_key_key: ["EMAIL_IN_USE", "email"],
    account_phone_digits_key: ["PHONE_NUMBER_IN_USE", "phoneNumber"],
  });

const digitsOf = (phone: string): string => phone.replace(/\D/g, "");

/**
 * Whether two numbers are one written twice: with the country's code or as dialled inside the country. An account has no country, so a number without
 * a plus is of ten digits in North America, or begins with the zero that other countries put before it.
 */
export function isSamePhone(one: string, other: string): boolean {
  if (one.startsWith("+") === other.startsWith("+")) return digitsOf(one) === digitsOf(other);
  const [abroad, home] = one.startsWith("+") ? [digitsOf(one), other] : [digitsOf(other), one];
  if (abroad === home) return true;
  if (abroad === `1${home}`) return home.length === 10;
  const code = abroad.length - (home.length - 1);
  return home.startsWith("0") && code >= 1 && code <= 3 && abroad.endsWith(home.slice(1));
}

/** A phone number signs in, so it is one account's, however it is written. */
export async function mustBeFreePhone(tx: Tx<DB>, phone: string, accountId = "0"): Promise<void> {
  const end = digitsOf(phone).slice(-7);
  if (end.length < 7) return;
  tx.lock([`account-phone:${end}`]);
  const ending = await accountsNamed(tx.db, digitsOf(phone).slice(-8));
  if (ending.some((account) => account.id !== accountId && isSamePhone(account.phoneNumber ?? "", phone)))
    throw fail("PHONE_NUMBER_IN_USE", { field: "phoneNumber" });
}

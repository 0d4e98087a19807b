import { page } from "./desk.ts";

// What the day's pages know, asked as an integrator would.

/** Calls as an integrator would, with the session of the page. */
async function call<T>(rpc: string, body: object): Promise<T> {
  const { searchParams } = new URL(page.url());
  const ids = {
    "x-leashline-company-id": searchParams.get("companyId") ?? "",
    "x-leashline-business-id": searchParams.get("businessId") ?? "",
  };
  const asked = { rpc, headers: { "content-type": "application/json", "x-leashline-csrf": "1", ...ids }, body: JSON.stringify(body) };
  return (await page.evaluate(
    async ({ rpc, headers, body }) => (await fetch(`/${rpc}`, { method: "POST", headers, body })).json(),
    asked,
  )) as T;
}

export async function ledgerBalances(): Promise<Record<string, number>> {
  type Answer = { balances: { account: string; amount: { units?: string; nanos?: number } }[] };
  const { balances } = await call<Answer>("leashline.payment.v1.LedgerService/ListAccountBalances", {});
  return Object.fromEntries(
    balances.map(({ account, amount }) => [account, Number(amount.units ?? 0) * 100 + Math.round((amount.nanos ?? 0) / 10_000_000)]),
  );
}

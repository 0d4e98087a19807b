import type { Page } from "playwright-core";
import { expect, vi } from "vitest";
import { page, workday } from "./desk.ts";

// What the day's pages know, asked as an integrator would.

/** Calls as an integrator would, with the session of the page. */
export async function call<T>(rpc: string, body: object, of: Page = page): Promise<T> {
  const { searchParams } = new URL(of.url());
  const ids = {
    "x-leashline-company-id": searchParams.get("companyId") ?? "",
    "x-leashline-business-id": searchParams.get("businessId") ?? "",
  };
  const asked = { rpc, headers: { "content-type": "application/json", "x-leashline-csrf": "1", ...ids }, body: JSON.stringify(body) };
  return (await of.evaluate(
    async ({ rpc, headers, body }) => (await fetch(`/${rpc}`, { method: "POST", headers, body })).json(),
    asked,
  )) as T;
}

export type Priced = { units?: string; nanos?: number };
export type Bill = {
  appointment: { id: string; customerId: string; petServiceList: { price: Priced; duration: number }[]; estimatedTotalPrice: Priced };
  order: Record<"subTotal" | "tax" | "paid" | "remain", Priced | undefined>;
};
export const minor = (money: Priced | undefined): number => Number(money?.units ?? 0) * 100 + Math.round((money?.nanos ?? 0) / 10_000_000);
export const dollars = (amount: number): string => `$${(amount / 100).toFixed(2)}`;

/** Otis' visit and its invoice, once that has followed. */
export async function billOf(): Promise<Bill> {
  const [year, month, day] = workday().split("-").map(Number);
  type Cards = { cards: { appointmentId: string; customerLastName: string }[] };
  const { cards } = await call<Cards>("leashline.calendar.v1.CardService/ListDayCards", { startDate: { year, month, day } });
  const id = cards.find((card) => card.customerLastName === "Grant")?.appointmentId;
  const { appointment } = await call<Bill>("leashline.calendar.v1.AppointmentService/GetAppointment", { id });
  return await vi.waitFor(async () => {
    const { order } = await call<Bill>("leashline.order.v1.OrderService/GetOrderByAppointment", { appointmentId: id });
    expect(minor(order.subTotal)).toBe(minor(appointment.estimatedTotalPrice));
    return { appointment, order };
  }, 10_000);
}

export async function openOnlineBooking(): Promise<string> {
  type Answer = { setting: { bookOnlineName: string } };
  const rpc = "leashline.online_booking.v1.OnlineBookingSettingService/UpdateOnlineBookingSetting";
  return (await call<Answer>(rpc, { isEnable: true })).setting.bookOnlineName;
}

export async function ledgerBalances(): Promise<Record<string, number>> {
  type Answer = { balances: { account: string; amount: { units?: string; nanos?: number } }[] };
  const { balances } = await call<Answer>("leashline.payment.v1.LedgerService/ListAccountBalances", {});
  return Object.fromEntries(
    balances.map(({ account, amount }) => [account, Number(amount.units ?? 0) * 100 + Math.round((amount.nanos ?? 0) / 10_000_000)]),
  );
}

import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { PayLinkService } from "@leashline/proto/leashline/payment/v1/pay_link_service_pb.js";
import { beforeAll, expect, test, vi } from "vitest";
import { withHands } from "../../seed/api.ts";
import { callRpc, parsed } from "../access/call.ts";
import { type Counter, cents, openCounter } from "../checkout/counter.ts";
import type { Probe } from "../hostile.journey.ts";
import { spoiltCopies } from "./links.ts";

const NOT_AVAILABLE_ONLINE = 900_010;
/** Nothing or something else is owed by now, another payment is on its way, or there were too many tries. */
const REFUSED = [7_002, 7_010, 900_001, 900_003, 900_008];
const due = { currencyCode: "USD", units: "86", nanos: 170_000_000 };
const visa = { paymentMethodToken: "pm_card_visa" };

/** What strangers make of the links with which clients pay a bill or leave a card, and what becomes of one that is pressed in many tabs. */
export const linksToPay: Probe = (app) => {
  let counter: Counter;
  let cardToken: string;

  const ask = async (rpc: string, body: object, address = "127.0.0.1") => {
    const { text, code } = await callRpc(app().url, `/leashline.payment.v1.PayLinkService/${rpc}`, body, {}, address);
    return { code, body: (parsed(text) ?? {}) as { bill?: { state?: string } } };
  };
  const tokenOf = (url: string) => url.split("/").at(-1) ?? "";
  const staff = () => counter.owner.api.client(PayLinkService);

  // A time of its own for each try: the one of a try that failed stays taken.
  let hour = 9;
  async function bill(lastName: string) {
    const visit = await counter.visit(lastName, hour++);
    // The bill is known to whoever takes the money a moment later.
    const { url } = await vi.waitFor(() => staff().getPayLink({ orderId: visit.orderId }), { timeout: 30_000 });
    return { ...visit, token: tokenOf(url) };
  }

  beforeAll(async () => {
    counter = await openCounter(app().url);
  });

  test("a thousand guesses open nothing, and the client's own links open meanwhile", async () => {
    const { orderId, token } = await bill("Guessed");
    const { customerId } = await counter.order(orderId);
    cardToken = tokenOf((await staff().createCardLink({ customerId })).url);
    const tries = [
      ...spoiltCopies(token, 700).map((wrong, n) => [["GetLinkedBill", "PayLinkedBill", "SettleLinkedBill"][n % 3] ?? "", wrong] as const),
      ...spoiltCopies(cardToken, 300).map((wrong, n) => [["GetLinkedCardForm", "SaveLinkedCard"][n % 2] ?? "", wrong] as const),
      // Each link is for one use.
      ...["GetLinkedBill", "PayLinkedBill", "SettleLinkedBill"].map((rpc) => [rpc, cardToken] as const),
      ...["GetLinkedCardForm", "SaveLinkedCard"].map((rpc) => [rpc, token] as const),
    ];
    const bodies = { PayLinkedBill: { ...visa, due }, SaveLinkedCard: visa } as Record<string, object>;
    const guessing = withHands(tries, 30, ([rpc, wrong]) => ask(rpc, { token: wrong, ...bodies[rpc] }, "127.77.9.10"));
    expect((await ask("GetLinkedBill", { token })).body.bill?.state).toBe("LINKED_BILL_STATE_OPEN");
    expect((await ask("GetLinkedCardForm", { token: cardToken })).code).toBe(200);
    expect(new Set((await guessing).map(({ code }) => code))).toEqual(new Set([NOT_AVAILABLE_ONLINE]));
    expect([await counter.payments(orderId), cents((await counter.order(orderId)).remain)]).toEqual([[], 8_617]);
  });

  test("pressed in many tabs at once it pays once, and says so in each of them afterwards", async () => {
    const { orderId, token } = await bill("Pressed");
    const tabs = Array.from({ length: 12 }, () => token);
    const tries = await Promise.all(tabs.map(() => ask("PayLinkedBill", { token, ...visa, due })));
    expect(tries.filter(({ code }) => ![200, ...REFUSED].includes(code))).toEqual([]);
    const after = await Promise.all(tabs.map(() => ask("GetLinkedBill", { token })));
    expect(new Set(after.map(({ body }) => body.bill?.state))).toEqual(new Set(["LINKED_BILL_STATE_PAID"]));
    const taken = (await counter.payments(orderId)).filter(({ failed }) => !failed);
    expect(taken.map(({ amount, method }) => [amount, method])).toEqual([[8_617, "card"]]);
    await counter.agree();
  });

  test("the link of an appointment that is off says that nothing is owed, and takes nothing", async () => {
    const { appointmentId, orderId, token } = await bill("Off");
    await counter.owner.api.client(AppointmentService).cancelAppointment({ id: appointmentId, cancelReason: "ill" });
    await vi.waitFor(async () => expect((await ask("GetLinkedBill", { token })).body.bill?.state).toBe("LINKED_BILL_STATE_CANCELLED"), {
      timeout: 30_000,
      interval: 100,
    });
    expect(REFUSED).toContain((await ask("PayLinkedBill", { token, ...visa, due })).code);
    expect(await counter.payments(orderId)).toEqual([]);
  });
};

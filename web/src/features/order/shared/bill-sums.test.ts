import { create } from "@bufbuild/protobuf";
import { MoneySchema } from "@leashline/proto/google/type/money_pb.js";
import { OrderStatus } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { expect, test } from "vitest";
import { fromMinor, toMinor } from "../../../ui/format/money.ts";
import { billState, depositState, isGivenBack, isStay, reducedWords, rowsAfterTotal, severalStaff } from "./bill-sums.ts";

const { OPEN, CANCELLED } = OrderStatus;
type Figures = { status?: OrderStatus; total: bigint; paid?: bigint; refunded?: bigint; kept?: bigint };

const usd = (minor: bigint) => create(MoneySchema, fromMinor(minor, "USD"));

/** As the order service reckons them. */
function bill({ status = OPEN, total, paid = 0n, refunded = 0n, kept = 0n }: Figures) {
  const due = (status === CANCELLED ? kept : total) - paid + refunded;
  const rest = { remain: usd(due > 0n ? due : 0n), overpaid: usd(due < 0n ? -due : 0n) };
  return { status, total: usd(total), paid: usd(paid), refunded: usd(refunded), kept: usd(kept), ...rest };
}

test.each<[string, Figures, string]>([
  ["open", { total: 8_000n, paid: 3_000n }, "Paid -3000"],
  ["paid too much", { total: 8_000n, paid: 9_000n }, "Paid -9000, Paid too much 1000"],
  ["canceled, nothing paid", { status: CANCELLED, total: 8_000n }, "Canceled -8000"],
  ["canceled, a deposit held", { status: CANCELLED, total: 8_000n, paid: 4_000n }, "Canceled -8000, Paid -4000, Still held 4000"],
  [
    "canceled, the deposit kept",
    { status: CANCELLED, total: 8_000n, paid: 4_000n, kept: 4_000n },
    "Canceled -8000, Kept of the deposit 4000, Paid -4000",
  ],
  [
    "canceled, part kept and part gone back",
    { status: CANCELLED, total: 8_000n, paid: 4_000n, kept: 1_000n, refunded: 3_000n },
    "Canceled -8000, Kept of the deposit 1000, Paid -4000, Refunded 3000",
  ],
  ["refunded in full", { total: 0n, paid: 8_000n, refunded: 8_000n }, "Paid -8000, Refunded 8000"],
])("the lines of a bill add up to what is left to pay: %s", (_, figures, lines) => {
  const order = bill(figures);
  const rows = rowsAfterTotal(order);
  expect(rows.map(({ label, minor }) => `${label} ${minor}`).join(", ")).toBe(lines);
  expect(rows.reduce((so, { minor }) => so + minor, figures.total)).toBe(toMinor(order.remain));
});

test("a bill of which all money went back is given back", () => {
  expect([isGivenBack(usd(800n), usd(800n)), isGivenBack(usd(800n), usd(700n)), isGivenBack(usd(0n), usd(0n))]).toEqual([
    true,
    false,
    false,
  ]);
});

test("a bill of which all money went back says refunded, not paid", () => {
  const state = (figures: Figures, paymentStatus: string) => billState({ ...bill(figures), paymentStatus }).label;
  expect(state({ total: 0n, paid: 8_000n, refunded: 8_000n }, "paid")).toBe("Refunded");
  expect([state({ total: 8_000n, paid: 8_000n }, "paid"), state({ total: 8_000n }, "unpaid")]).toEqual(["Paid", "Unpaid"]);
  expect(state({ status: CANCELLED, total: 8_000n, paid: 8_000n, refunded: 8_000n }, "unpaid")).toBe("Canceled");
});

test.each<[string, Figures & { due?: bigint }, string]>([
  ["is asked for", { total: 8_820n, due: 3_000n }, "Not paid"],
  ["came", { total: 8_820n, paid: 3_000n }, "Paid"],
  ["went back after the visit was canceled", { status: CANCELLED, total: 8_820n, paid: 3_000n, refunded: 3_000n }, "Refunded"],
  ["is kept of a canceled visit", { status: CANCELLED, total: 8_820n, paid: 3_000n, kept: 3_000n }, "Paid"],
  ["never came before the visit was canceled", { status: CANCELLED, total: 8_820n }, "Canceled"],
])("a deposit that %s says so", (_, { due = 0n, ...figures }, label) =>
  expect(depositState({ ...bill(figures), depositInfo: { amount: usd(3_000n), due: usd(due) } as never }).label).toBe(label),
);

test("several people did a bill where they shared one line of it as where each did their own", () => {
  const line = (staffId: string, ...shared: string[]) => ({ staffId, staffShares: shared.map((id) => ({ staffId: id })) });
  expect([[line("7", "7", "8")], [line("7"), line("8")], [line("7"), line("7")], [line("7"), line("0")]].map(severalStaff)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test.each([
  ["tax and tip", 46n, 100n, "Reduced by a refund (tax −46, tip −100)"],
  ["tax", 46n, 0n, "Reduced by a refund (tax −46)"],
  ["neither", 0n, 0n, "Reduced by a refund"],
])("what a refund took off a bill says what of it was %s", (_, tax, tips, words) => {
  expect(reducedWords({ refundTax: usd(tax), refundTips: usd(tips) }, (money) => String(toMinor(money)))).toBe(words);
});

test("a bill says what a night or a day costs, and of a visit nothing more than its price", () => {
  expect(["BOARDING", "DAYCARE", "GROOMING", ""].filter((serviceItemType) => isStay({ serviceItemType }))).toEqual(["BOARDING", "DAYCARE"]);
});

import { type CreditChange, CreditChangeKind } from "@leashline/proto/leashline/payment/v1/credit_service_pb.js";

const { GIVEN, TAKEN_BACK, REFUND, SPENT, RETURNED, UNDO, SETTLED } = CreditChangeKind;

const words: Readonly<Partial<Record<CreditChangeKind, string>>> = {
  [GIVEN]: "Given",
  [TAKEN_BACK]: "Taken back",
  [REFUND]: "Refund",
  [SPENT]: "Spent",
  [RETURNED]: "Payment refunded",
  [UNDO]: "Earlier change undone",
  [SETTLED]: "Settled after two clients were separated again",
};

/** Payments by it, in a list of the ways to pay. */
export const storeCreditFilter = { value: "store credit", label: "Store credit" };

export const kindWords = (kind: CreditChangeKind): string => words[kind] ?? "";

/** Only what was done by hand, and was not undone. */
export const mayUndo = ({ kind, undone }: Pick<CreditChange, "kind" | "undone">): boolean =>
  !undone && (kind === GIVEN || kind === TAKEN_BACK);

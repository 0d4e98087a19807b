import { InvoiceSyncState } from "@leashline/proto/leashline/payment/v1/accounting_service_pb.js";
import { expect, test } from "vitest";
import { invoiceWords } from "./invoice-sync.ts";

test("an invoice that is not sent says nothing of QuickBooks", () => {
  expect(invoiceWords(InvoiceSyncState.NOT_SENT)).toBe("");
  expect(invoiceWords(InvoiceSyncState.SENT)).toBe("QuickBooks: sent");
});

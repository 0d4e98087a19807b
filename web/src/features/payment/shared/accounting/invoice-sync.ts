import { InvoiceSyncState } from "@leashline/proto/leashline/payment/v1/accounting_service_pb.js";

const invoices: Readonly<Record<InvoiceSyncState, string>> = {
  [InvoiceSyncState.UNSPECIFIED]: "",
  [InvoiceSyncState.NOT_SENT]: "",
  [InvoiceSyncState.WAITING]: "QuickBooks: waiting to be sent",
  [InvoiceSyncState.SENT]: "QuickBooks: sent",
  [InvoiceSyncState.REFUSED]: "QuickBooks: refused",
};
export const invoiceWords = (state: InvoiceSyncState): string => invoices[state];

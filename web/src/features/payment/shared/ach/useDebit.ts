import { useQuery } from "@connectrpc/connect-query";
import type { Order } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { PaymentService } from "@leashline/proto/leashline/payment/v1/payment_service_pb.js";
import { useCan } from "../../../../app/session/session.ts";
import { toMinor } from "../../../../ui/format/money.ts";
import { debitsOf, paymentsOf } from "./debits.ts";

/** The money of a bill that is on its way from a bank, and whether it is all that is owed. */
export function useDebit(order: Order | undefined) {
  const enabled = useCan("viewInvoice") && order !== undefined && toMinor(order.remain) > 0n;
  const found = useQuery(PaymentService.method.listPayments, paymentsOf(order?.id ?? "0"), { enabled, meta: { quiet: true } });
  const debit = enabled ? debitsOf(found.data?.payments ?? []) : undefined;
  return { debit, isAll: debit !== undefined && toMinor(debit) >= toMinor(order?.remain) };
}

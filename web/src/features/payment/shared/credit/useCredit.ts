import { useQuery } from "@connectrpc/connect-query";
import { CreditService } from "@leashline/proto/leashline/payment/v1/credit_service_pb.js";
import { useCan } from "../../../../app/session/session.ts";
import { toMinor } from "../../../../ui/format/money.ts";

/** How much store credit a client has, in minor units; unknown while it loads, of nobody's bill, and for whoever may not see it. */
export const useCredit = (customerId: string): bigint | undefined => {
  const [views, takes] = [useCan("viewInvoice"), useCan("takePayment")];
  const enabled = customerId !== "0" && customerId !== "" && (views || takes);
  const { data } = useQuery(CreditService.method.getCredit, { customerId }, { enabled, meta: { quiet: true } });
  return data && toMinor(data.balance);
};

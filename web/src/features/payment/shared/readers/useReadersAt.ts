import { useQuery } from "@connectrpc/connect-query";
import { PaymentMethodService } from "@leashline/proto/leashline/payment/v1/payment_method_pb.js";
import { TerminalService } from "@leashline/proto/leashline/payment/v1/terminal_service_pb.js";
import { LONG_STALE } from "../../../../app/calls/query-client.ts";
import { useCan } from "../../../../app/session/session.ts";
import { SECOND } from "../cards/useNewCards.ts";
import { useTerminals } from "../square/useTerminals.ts";
import { usePaymentSetting } from "../useWays.ts";

/** What asks for a card at the counters of a location, where cards are taken. */
export const useReadersAt = (businessId: string) => {
  const isSecond = usePaymentSetting(businessId)?.primaryPayType === SECOND;
  const methods = useQuery(PaymentMethodService.method.listPaymentMethods, { businessId }, { staleTime: LONG_STALE });
  const readers = useQuery(TerminalService.method.listReaders, {}, { meta: { quiet: true }, enabled: useCan("takePayment") });
  const { terminals, without } = useTerminals(businessId, isSecond);
  const takesCards = methods.data?.paymentMethods.some(({ kind, inactive }) => kind === "card" && !inactive) ?? false;
  return {
    takesCards,
    /** Where cards go through Square; of the first provider nothing is offered there. */
    terminals: takesCards ? terminals : [],
    noTerminal: takesCards && without,
    /** Not those that belong to another card account. */
    readers: !isSecond && takesCards ? (readers.data?.readers ?? []).filter(({ elsewhere }) => !elsewhere) : [],
  };
};

import { useMutation, useQuery } from "@connectrpc/connect-query";
import { PaymentService } from "@leashline/proto/leashline/payment/v1/payment_service_pb.js";
import { PreAuthorisationService } from "@leashline/proto/leashline/payment/v1/pre_authorisation_service_pb.js";
import { useState } from "react";
import { clientFor } from "../../../../app/calls/transport.ts";
import { messageOf } from "../../../../ui/feedback/call-errors.ts";
import type { fromMinor } from "../../../../ui/format/money.ts";
import { pollPreAuth } from "./pre-auth-poll.ts";

const payments = clientFor(PaymentService);
const { createPreAuth, switchPreAuthCard, retryPreAuth, releasePreAuth, payPreAuth, getPreAuth } = PreAuthorisationService.method;

/** What is held for an appointment, and the ways to change it; what went wrong is said beside them. */
export const usePreAuth = (ticketId: string, refresh: () => Promise<void>) => {
  const found = useQuery(getPreAuth, { ticketId });
  const [failure, setFailure] = useState<string>();
  const [capturing, setCapturing] = useState(false);
  const settle = async () => void (await Promise.all([found.refetch(), refresh()]));
  const quiet = { meta: { quiet: true } };
  const create = useMutation(createPreAuth, quiet);
  const change = useMutation(switchPreAuthCard, quiet);
  const again = useMutation(retryPreAuth, quiet);
  const giveUp = useMutation(releasePreAuth, quiet);
  const pay = useMutation(payPreAuth, quiet);
  const trying = async (act: () => Promise<unknown>) => {
    setFailure(undefined);
    try {
      await act();
    } catch (error) {
      setFailure(messageOf(error));
    }
    await settle();
  };
  const capture = async (invoiceId: string, amount: ReturnType<typeof fromMinor>) => {
    setCapturing(true);
    await trying(async () => {
      const { payment } = await pay.mutateAsync({ invoiceId, amount });
      const status = async () => (await payments.syncPayment({ paymentId: payment?.id ?? "0" })).payment?.status ?? 0;
      const said = await pollPreAuth(async () => await status());
      if (said) setFailure(said);
    });
    setCapturing(false);
  };
  return {
    info: found.data?.preAuthInfo,
    loaded: found.data !== undefined,
    failure,
    busy: capturing || create.isPending || change.isPending || again.isPending || giveUp.isPending,
    ask: (cardId: string) => trying(() => create.mutateAsync({ ticketId, cardId })),
    use: (cardId: string) => trying(() => change.mutateAsync({ ticketId, cardId })),
    retry: () => trying(() => again.mutateAsync({ ticketId })),
    release: () => trying(() => giveUp.mutateAsync({ ticketId })),
    capture,
  };
};

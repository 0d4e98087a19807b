import { useQuery } from "@connectrpc/connect-query";
import type { Payment } from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import { TransactionService } from "@leashline/proto/leashline/payment/v1/transaction_service_pb.js";
import Box from "@mui/material/Box";
import { useEffect, useEffectEvent, useState } from "react";
import { ErrorState } from "../../../../ui/feedback/ErrorState.tsx";
import { FormSkeleton } from "../../../../ui/feedback/Skeletons.tsx";
import { SideDrawer } from "../../../../ui/page/SideDrawer.tsx";
import { AtReader } from "../readers/AtReader.tsx";
import { AtTerminal } from "../square/AtTerminal.tsx";

type Props = { title: string; payment: Payment; onOver: (payments: readonly Payment[]) => void; onClose: () => void };

/** A reader asks for one card that pays several orders. Closed meanwhile, each of their bills shows how far it is. */
export const PayAllAtReader = ({ title, payment, onOver, onClose }: Props) => {
  const [footer, setFooter] = useState<HTMLElement | null>(null);
  const [over, setOver] = useState(false);
  const parts = useQuery(
    TransactionService.method.listTransactionPayments,
    { transactionId: payment.id },
    { enabled: over, meta: { quiet: true }, staleTime: 0, retry: 3 },
  );
  const tell = useEffectEvent(onOver);
  useEffect(() => {
    if (over && parts.data) tell(parts.data.payments);
  }, [over, parts.data]);
  const Waiting = payment.vendor === "square" ? AtTerminal : AtReader;
  return (
    <SideDrawer open title={title} onClose={onClose} footer={<Box ref={setFooter} sx={{ flex: 1 }} />}>
      <Box sx={{ p: 2.25 }}>
        {!over && <Waiting payment={payment} onOver={() => setOver(true)} footer={footer} />}
        {over && !parts.error && <FormSkeleton fields={1} />}
        {over && parts.error && (
          <ErrorState
            compact
            what="The reader is done, but we could not load what was paid"
            error={parts.error}
            onRetry={() => void parts.refetch()}
          />
        )}
      </Box>
    </SideDrawer>
  );
};

import type { Payment } from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import { TransactionService } from "@leashline/proto/leashline/payment/v1/transaction_service_pb.js";
import Box from "@mui/material/Box";
import { useState } from "react";
import { clientFor } from "../../../../app/calls/transport.ts";
import { SideDrawer } from "../../../../ui/page/SideDrawer.tsx";
import { AtReader } from "../readers/AtReader.tsx";
import { AtTerminal } from "../square/AtTerminal.tsx";

const transactions = clientFor(TransactionService);

type Props = { title: string; payment: Payment; onOver: (payments: readonly Payment[]) => void; onClose: () => void };

/** A reader asks for one card that pays several orders. Closed meanwhile, each of their bills shows how far it is. */
export const PayAllAtReader = ({ title, payment, onOver, onClose }: Props) => {
  const [footer, setFooter] = useState<HTMLElement | null>(null);
  const over = async () => onOver((await transactions.listTransactionPayments({ transactionId: payment.id })).payments);
  const Waiting = payment.vendor === "square" ? AtTerminal : AtReader;
  return (
    <SideDrawer open title={title} onClose={onClose} footer={<Box ref={setFooter} sx={{ flex: 1 }} />}>
      <Box sx={{ p: 2.25 }}>
        <Waiting payment={payment} onOver={() => void over()} footer={footer} />
      </Box>
    </SideDrawer>
  );
};

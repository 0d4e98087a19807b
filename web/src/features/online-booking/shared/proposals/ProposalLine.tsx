import { BookingProposalState } from "@leashline/proto/leashline/online_booking/v1/booking_proposal_pb.js";
import type { BookingRequest } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { confirm } from "../../../../ui/feedback/confirm.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { acceptBooks, proposalText, takeBackAsked } from "./proposal-words.ts";
import { useTakeBack } from "./useProposal.ts";

type Props = { request: BookingRequest /** They may decide about it, and it waits. */; may: boolean };

/** How the times stand that were proposed for a request, and what the client wrote to them. */
export const ProposalLine = ({ request, may }: Props) => {
  const { proposal, customer } = request;
  const format = useFormat();
  const { takeBack, pending } = useTakeBack(request);
  const text = proposal && proposalText(proposal, format);
  if (!text) return null;
  const { OPEN, DECLINED } = BookingProposalState;
  const books = may && acceptBooks(request, format);
  const askAndTakeBack = async () => {
    if (await confirm(takeBackAsked(proposal, customer))) takeBack();
  };
  const isOpen = proposal.state === OPEN;
  return (
    <Alert
      severity={isOpen || proposal.state === DECLINED ? "info" : "warning"}
      icon={false}
      action={
        isOpen &&
        may && (
          <Button color="inherit" onClick={() => void askAndTakeBack()} loading={pending}>
            Take back
          </Button>
        )
      }
    >
      {text}
      {books && <Box sx={{ mt: 0.5 }}>{books}</Box>}
      {proposal.answer && ` “${proposal.answer}”`}
    </Alert>
  );
};

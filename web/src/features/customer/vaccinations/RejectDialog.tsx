import { ReasonDialog } from "../../../ui/feedback/ReasonDialog.tsx";

const usual = ["The picture cannot be read", "It is for another pet", "It is for another vaccine", "The vaccine has expired"];
type Props = { pet: string; busy: boolean; onClose: () => void; onReject: (reason: string) => void };

/** Why a proof is not accepted; the client reads it. */
export const RejectDialog = ({ pet, busy, onClose, onReject }: Props) => (
  <ReasonDialog
    title={`Why is the proof for ${pet} rejected?`}
    usual={usual}
    action="Reject proof"
    color="error"
    maxLength={500}
    multiline
    helperText="The client is told this."
    busy={busy}
    onClose={onClose}
    onDone={onReject}
  />
);

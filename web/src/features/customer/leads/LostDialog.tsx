import { ReasonDialog } from "../../../ui/feedback/ReasonDialog.tsx";

const usual = ["Too expensive", "Too far away", "Went elsewhere", "No answer", "No time that fits"];
type Props = { name: string; onClose: () => void; onLost: (reason: string) => void };

/** Why somebody will not come. */
export const LostDialog = ({ name, onClose, onLost }: Props) => (
  <ReasonDialog title={`Why was ${name} lost?`} usual={usual} action="Mark as lost" maxLength={200} onClose={onClose} onDone={onLost} />
);

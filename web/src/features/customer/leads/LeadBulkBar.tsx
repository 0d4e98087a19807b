import { useMutation } from "@connectrpc/connect-query";
import { ClientListService } from "@leashline/proto/leashline/customer/v1/client_list_service_pb.js";
import { type Lead, LeadService, LeadStage } from "@leashline/proto/leashline/customer/v1/lead_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import Typography from "@mui/material/Typography";
import { type ReactNode, useState } from "react";
import { useCan } from "../../../app/session/session.ts";
import { confirm } from "../../../ui/feedback/confirm.ts";
import { toast } from "../../../ui/feedback/toast.ts";
import { plural } from "../../../ui/format/text.ts";
import { NO_STAFF } from "../../calendar/shared/types.ts";
import { useStaffNames } from "../../calendar/shared/useCalendar.ts";
import { BulkMessageDialog } from "../../message/shared/bulk-messages/parts.ts";
import { stages } from "../shared/leads/lead-words.ts";
import { useLeadActs } from "../shared/leads/useLeadActs.ts";
import { useOpenMatters } from "../shared/open-matters/useOpenMatters.ts";

type Props = { chosen: readonly Lead[]; onDone: () => void };

/** What can be done to the ticked leads at once; each can be undone from what it says. Losing one takes a reason, so that is done on its page. */
export const LeadBulkBar = ({ chosen, onDone }: Props) => {
  const canDelete = useCan("deleteClient");
  const canWrite = useCan("viewMessageCenter");
  const [writing, setWriting] = useState(false);
  const staff = [...useStaffNames()].filter(([id]) => id !== NO_STAFF);
  const { changed } = useLeadActs();
  const { openOf, asking } = useOpenMatters();
  const settled = { onSuccess: changed };
  const moving = useMutation(LeadService.method.moveLeads, settled);
  const removing = useMutation(ClientListService.method.deleteClients, settled);
  const restoring = useMutation(ClientListService.method.restoreClients, settled);
  const ids = chosen.map(({ customerId }) => customerId);
  const busy = asking || moving.isPending || removing.isPending;

  const move = async (to: { stage?: LeadStage; assignedStaffId?: string }, text: string) => {
    await moving.mutateAsync({ customerIds: ids, ...to });
    const undo = () => {
      for (const { customerId, stage, assignedStaffId, lostReason } of chosen) {
        const back = to.stage === undefined ? { assignedStaffId } : { stage, ...(stage === LeadStage.LOST && { lostReason }) };
        moving.mutate({ customerIds: [customerId], ...back });
      }
    };
    toast.success(`${plural(ids.length, "lead")}: ${text}`, { undo });
    onDone();
  };
  const drop = async () => {
    const lines = await openOf({ chosenList: ids });
    const sure = await confirm({
      ...(lines.length > 0 && { lines }),
      title: `Delete ${plural(ids.length, "lead")}?`,
      body: "Their pets are deleted too. You can undo this right after.",
      action: `Delete ${plural(ids.length, "lead")}`,
      danger: true,
    });
    if (!sure) return;
    const { deleted, deletedIds } = await removing.mutateAsync({ selection: { chosenList: ids } });
    toast.success(`${plural(deleted, "lead")} deleted`, { undo: () => restoring.mutate({ customerIds: deletedIds }) });
    onDone();
  };
  // A failed call has said so in a toast; the ticks stay.
  const run = (work: Promise<void>) => void work.catch(() => {});
  return (
    <Box role="toolbar" aria-label="Selected leads" sx={{ display: "flex", flexWrap: "wrap", gap: 1, alignItems: "center", mb: 1.25 }}>
      <Typography sx={{ fontWeight: 600, mr: 1 }} aria-live="polite">
        {plural(ids.length, "lead")} selected
      </Typography>
      <Choose label="Assign to" disabled={busy}>
        {[["0", "Nobody"] as const, ...staff].map(([id, name]) => (
          <MenuItem key={id} onClick={() => run(move({ assignedStaffId: id }, id === "0" ? "assigned to nobody" : `assigned to ${name}`))}>
            {name}
          </MenuItem>
        ))}
      </Choose>
      <Choose label="Stage" disabled={busy}>
        {stages
          .filter(({ value }) => value !== LeadStage.LOST)
          .map(({ value, label }) => (
            <MenuItem key={value} onClick={() => run(move({ stage: value }, label))}>
              {label}
            </MenuItem>
          ))}
      </Choose>
      {canWrite && (
        <Button disabled={busy} onClick={() => setWriting(true)}>
          Message
        </Button>
      )}
      {canDelete && (
        <Button color="error" disabled={busy} onClick={() => run(drop())}>
          Delete
        </Button>
      )}
      <Button variant="text" onClick={onDone}>
        Clear
      </Button>
      {writing && <BulkMessageDialog selection={{ chosenList: ids }} onClose={() => setWriting(false)} onSent={onDone} />}
    </Box>
  );
};

const Choose = ({ label, disabled, children }: { label: string; disabled: boolean; children: ReactNode }) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Button variant="outlined" disabled={disabled} aria-haspopup="menu" onClick={(event) => setAnchor(event.currentTarget)}>
        {label}
      </Button>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)} onClick={() => setAnchor(null)}>
        {children}
      </Menu>
    </>
  );
};

import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useCan } from "../../../../app/session/session.ts";
import { plural } from "../../../../ui/format/text.ts";
import { BulkMessageDialog } from "../../../message/shared/bulk-messages/parts.ts";
import { downloadClients } from "../../shared/exports/download.ts";
import { countTicked, type ListState, selectionOf, type Ticked } from "../list-query.ts";
import { TagMenu } from "./TagMenu.tsx";
import { useBulkActs } from "./useBulkActs.ts";

type Props = { ticked: Ticked; state: ListState; total: number; onDone: () => void };

/** What can be done to the ticked clients at once. */
export const BulkBar = ({ ticked, state, total, onDone }: Props) => {
  const canDelete = useCan("deleteClient");
  const canWrite = useCan("viewMessageCenter");
  const canExport = useCan("importClients");
  const [writing, setWriting] = useState(false);
  const selection = selectionOf(ticked, state);
  const count = countTicked(ticked, total);
  const { inactive, tag, drop, busy } = useBulkActs(selection, onDone);
  // A failed call has said so in a toast; the ticks stay.
  const run = (work: Promise<void>) => void work.catch(() => {});

  return (
    <Box
      role="toolbar"
      aria-label="Selected clients"
      sx={{
        mt: 1.5,
        px: 1.5,
        py: 0.75,
        borderRadius: "10px",
        bgcolor: "tone.accent.soft",
        display: "flex",
        flexWrap: "wrap",
        alignItems: "center",
        gap: 1,
      }}
    >
      <Typography sx={{ fontWeight: 600, color: "primary.main", mr: "auto" }} aria-live="polite">
        {plural(count, "client")} selected
      </Typography>
      <TagMenu label="Add tag" disabled={busy} onPick={(one) => run(tag(one, true))} />
      <TagMenu label="Remove tag" disabled={busy} onPick={(one) => run(tag(one, false))} />
      {state.status !== "inactive" && (
        <Button disabled={busy} onClick={() => run(inactive(true, count))}>
          Set inactive
        </Button>
      )}
      {state.status !== "active" && (
        <Button disabled={busy} onClick={() => run(inactive(false, count))}>
          Set active
        </Button>
      )}
      {canWrite && (
        <Button disabled={busy} onClick={() => setWriting(true)}>
          Message
        </Button>
      )}
      {canExport && (
        <Button disabled={busy} onClick={() => void downloadClients(selection)}>
          Export
        </Button>
      )}
      {canDelete && (
        <Button color="error" disabled={busy} onClick={() => run(drop(count))}>
          Delete
        </Button>
      )}
      <Button variant="text" onClick={onDone}>
        Clear
      </Button>
      {writing && <BulkMessageDialog selection={selection} onClose={() => setWriting(false)} onSent={onDone} />}
    </Box>
  );
};

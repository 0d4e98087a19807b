import { useMutation } from "@connectrpc/connect-query";
import { type Import, ImportStatus } from "@leashline/proto/leashline/customer/v1/import_pb.js";
import { ImportService } from "@leashline/proto/leashline/customer/v1/import_service_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useEffect } from "react";
import { confirm } from "../../../ui/feedback/confirm.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { LinkButton } from "../../../ui/links/Link.tsx";
import { useClientsChanged } from "../shared/use-client.ts";
import { ColumnNotes } from "./ColumnNotes.tsx";
import { isWorking } from "./import-state.ts";
import { Figures, Progress } from "./Progress.tsx";
import { Report } from "./Report.tsx";

const S = ImportStatus;

/** The run itself: progress, stop and go on, and afterwards the way back. */
export const RunStep = ({ open, onChange }: { open: Import; onChange: () => void }) => {
  const { importId, status } = open;
  const changed = useClientsChanged();
  const stop = useMutation(ImportService.method.stopImport, { onSuccess: onChange });
  const working = isWorking(status);
  // When it is over, lists that were looked at before are old.
  useEffect(() => {
    if (!working) void changed();
  }, [working, changed]);

  if (status === S.RUNNING) {
    return (
      <Box sx={{ display: "grid", gap: 2 }}>
        <Progress open={open} label="Importing" />
        <Alert severity="info">You can leave this page; the import goes on. What is in already can be used at once.</Alert>
        <Button sx={{ justifySelf: "start" }} loading={stop.isPending} onClick={() => stop.mutate({ importId })}>
          Stop
        </Button>
      </Box>
    );
  }
  if (status === S.ROLLING_BACK) return <Progress open={open} label="Undoing the import" />;
  return <Result open={open} onChange={onChange} />;
};

const WORDS: Partial<Record<ImportStatus, { severity: "success" | "warning" | "error" | "info"; text: string }>> = {
  [S.DONE]: { severity: "success", text: "The import is done." },
  [S.STOPPED]: { severity: "warning", text: "Stopped. Rows read so far are imported. Continue to pick up where it stopped." },
  [S.FAILED]: {
    severity: "error",
    text: "The import did not finish. Rows read so far are imported, and nothing is imported twice when you continue.",
  },
  [S.ROLLED_BACK]: { severity: "info", text: "The import was undone." },
};

const Result = ({ open, onChange }: { open: Import; onChange: () => void }) => {
  const { importId, status, progress } = open;
  const format = useFormat();
  const run = useMutation(ImportService.method.runImport, { onSuccess: onChange });
  const rollBack = useMutation(ImportService.method.rollBackImport, { onSuccess: onChange });
  const takenBack = status === S.ROLLED_BACK;
  const people = open.asLeads ? "leads" : "clients";
  const words = WORDS[status];
  const back = async () => {
    const sure = await confirm({
      title: "Undo this import?",
      body: `${open.asLeads ? "Leads" : "Clients"} and pets this import created are removed, except those that were changed, booked or paid for since.`,
      action: "Undo import",
      danger: true,
    });
    if (sure) rollBack.mutate({ importId });
  };
  const kept = (progress?.clientsKept ?? 0) + (progress?.petsKept ?? 0);
  return (
    <Box sx={{ display: "grid", gap: 2 }}>
      {words && (
        <Alert severity={words.severity}>
          {words.text} {open.failure}
          {takenBack && kept > 0 && ` ${format.number(kept)} stayed because they are in use.`}
        </Alert>
      )}
      <Figures
        list={
          takenBack
            ? [
                { label: `${people} removed`, value: progress?.clientsRemoved ?? 0 },
                { label: "pets removed", value: progress?.petsRemoved ?? 0 },
                { label: `${people} kept`, value: progress?.clientsKept ?? 0, tone: "warning.main" },
                { label: "pets kept", value: progress?.petsKept ?? 0, tone: "warning.main" },
              ]
            : [
                { label: `${people} created`, value: progress?.clientsCreated ?? 0 },
                { label: "pets created", value: progress?.petsCreated ?? 0 },
                { label: "rows here already", value: progress?.rowsExisting ?? 0 },
                { label: "rows left out", value: progress?.rowsRejected ?? 0, tone: "error.main" },
              ]
        }
      />
      <Box sx={{ display: "flex", gap: 1, flexWrap: "wrap" }}>
        {!takenBack && (
          <Button color="error" variant="text" loading={rollBack.isPending} onClick={() => void back()} sx={{ mr: "auto" }}>
            Undo import
          </Button>
        )}
        <LinkButton to={open.asLeads ? "/leads/import" : "/client?import=1"}>Another file</LinkButton>
        {(status === S.STOPPED || status === S.FAILED) && (
          <Button variant="contained" color="primary" loading={run.isPending} onClick={() => run.mutate({ importId })}>
            Continue
          </Button>
        )}
        {(status === S.DONE || takenBack) && (
          <LinkButton to={open.asLeads ? "/leads/management" : "/client"} variant="contained" color="primary">
            {open.asLeads ? "See the leads" : "See the clients"}
          </LinkButton>
        )}
      </Box>
      {!takenBack && <ColumnNotes notes={open.columnNotes} />}
      {!takenBack && <Report importId={importId} />}
    </Box>
  );
};

import { useMutation } from "@connectrpc/connect-query";
import { type Import, ImportStatus } from "@leashline/proto/leashline/customer/v1/import_pb.js";
import { ImportService } from "@leashline/proto/leashline/customer/v1/import_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { plural } from "../../../ui/format/text.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { ColumnNotes } from "./ColumnNotes.tsx";
import { Figures, Progress } from "./Progress.tsx";
import { Report } from "./Report.tsx";

/** The dry run: every row is read and judged, nothing is saved. */
export const CheckStep = ({ open, onBack, onNext }: { open: Import; onBack: () => void; onNext: () => void }) => {
  const format = useFormat();
  const run = useMutation(ImportService.method.runImport, { onSuccess: onNext });
  const { importId, progress } = open;
  if (open.status === ImportStatus.CHECKING) return <Progress open={open} label="Checking every row" />;
  const pets = progress?.petsCreated ?? 0;
  const clients = progress?.clientsCreated ?? 0;
  const person = open.asLeads ? "lead" : "client";
  const rejected = progress?.rowsRejected ?? 0;
  return (
    <Box sx={{ display: "grid", gap: 2 }}>
      <Figures
        list={[
          { label: `new ${person}s`, value: clients },
          { label: "new pets", value: pets },
          { label: "rows here already", value: progress?.rowsExisting ?? 0 },
          { label: "rows left out", value: rejected, tone: "error.main" },
          { label: "warnings", value: progress?.warnings ?? 0, tone: "warning.main" },
        ]}
      />
      <Box sx={{ display: "flex", justifyContent: "flex-end", gap: 1, flexWrap: "wrap" }}>
        <Button size="large" onClick={onBack}>
          Change the columns
        </Button>
        <Button variant="contained" color="primary" size="large" loading={run.isPending} onClick={() => run.mutate({ importId })}>
          {clients + pets > 0
            ? `Import ${format.number(clients)} ${clients === 1 ? person : `${person}s`}, ${format.number(pets)} ${pets === 1 ? "pet" : "pets"}`
            : "Import"}
          {rejected > 0 ? `, leave out ${plural(rejected, "row")}` : ""}
        </Button>
      </Box>
      <ColumnNotes notes={open.columnNotes} />
      <Report importId={importId} />
    </Box>
  );
};

import type { ImportPreviewRow } from "@leashline/proto/leashline/customer/v1/import_pb.js";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { DataList } from "../../../ui/lists/DataList.tsx";
import type { Column } from "../../../ui/lists/data-list.ts";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import type { ToneName } from "../../../ui/theme/theme-types.ts";

const TONES: Record<string, ToneName> = { new: "ok", existing: "plain", rejected: "bad" };

const Outcome = ({ row }: { row: ImportPreviewRow }) => (
  <Box sx={{ display: "grid", gap: 0.25, justifyItems: "start" }}>
    <StatusChip tone={TONES[row.outcome] ?? "plain"}>{row.outcome === "existing" ? "here already" : row.outcome}</StatusChip>
    {row.issues.slice(0, 2).map((issue) => (
      <Typography key={`${issue.column}/${issue.reason}`} variant="body2" color="textSecondary">
        {issue.column ? `${issue.column}: ` : ""}
        {issue.reason}
      </Typography>
    ))}
  </Box>
);

/** Rows as they would be imported. */
export const PreviewTable = ({ rows, error }: { rows: ImportPreviewRow[] | undefined; error: unknown }) => {
  const format = useFormat();
  const columns: Column<ImportPreviewRow>[] = [
    { key: "row", header: "Row", align: "right", width: 56, cell: (row) => row.row },
    {
      key: "client",
      header: "Client",
      cell: (row) => (row.ownerUnknown ? <StatusChip tone="warn">Owner unknown</StatusChip> : row.clientName),
    },
    { key: "contact", header: "Phone, email", cell: (row) => [format.phone(row.phoneNumber), row.email].filter(Boolean).join(", ") },
    { key: "pet", header: "Pet", cell: (row) => [row.petName, row.petType, row.breed].filter(Boolean).join(" · ") },
    { key: "licence", header: "License", cell: (row) => row.licenseNumber },
    { key: "outcome", header: "Becomes", cell: (row) => <Outcome row={row} /> },
  ];
  return (
    <DataList
      label="First rows"
      rows={rows}
      rowKey={(row) => String(row.row)}
      columns={columns}
      card={(row) => (
        <Box sx={{ display: "grid", gap: 0.25 }}>
          <Typography variant="subtitle2">
            {row.petName || row.clientName} {row.ownerUnknown ? "· owner unknown" : row.petName && `· ${row.clientName}`}
          </Typography>
          <Outcome row={row} />
        </Box>
      )}
      error={error}
      empty={<Typography color="textSecondary">The file has no rows.</Typography>}
    />
  );
};

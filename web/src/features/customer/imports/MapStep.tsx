import { useMutation, useQuery } from "@connectrpc/connect-query";
import type { Import, ImportColumn, ImportField } from "@leashline/proto/leashline/customer/v1/import_pb.js";
import { ImportService } from "@leashline/proto/leashline/customer/v1/import_service_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import ListSubheader from "@mui/material/ListSubheader";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { capitalise } from "../../../ui/format/text.ts";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import { ColumnNotes } from "./ColumnNotes.tsx";
import { doubled } from "./import-state.ts";
import { PreviewTable } from "./PreviewTable.tsx";

type Chosen = { column: number; field: string; confidence: number };

const GROUPS = ["client", "address", "pet"];
const SURE = ["", "guessed from its values", "recognized"];

/** What each column holds: our guess first, the person's choice last. The first rows show how it would come in. */
export const MapStep = ({ open, onNext }: { open: Import; onNext: () => void }) => {
  const columns = open.format?.columns ?? [];
  const [mapping, setMapping] = useState<Chosen[]>(() =>
    columns.map(({ index }) => {
      const known = open.mapping.find((one) => one.column === index);
      return { column: index, field: known?.field ?? "", confidence: known?.confidence ?? 0 };
    }),
  );
  const fields = useQuery(ImportService.method.listImportFields).data?.fields ?? [];
  const preview = useQuery(
    ImportService.method.previewImport,
    { importId: open.importId, mapping, rows: 8 },
    { placeholderData: keepPreviousData },
  );
  const check = useMutation(ImportService.method.dryRunImport, { onSuccess: onNext });
  const twice = doubled(mapping);
  const nothing = mapping.every((one) => one.field === "");
  const choose = (column: number, field: string) =>
    setMapping((old) => old.map((one) => (one.column === column ? { ...one, field, confidence: 2 } : one)));

  return (
    <Box sx={{ display: "grid", gap: 2 }}>
      <Typography color="textSecondary">
        {open.fileName} · {open.format?.encoding} · {columns.length} columns{open.format?.hasHeader ? "" : ", no header"}
      </Typography>
      {open.failure && <Alert severity="warning">{open.failure}</Alert>}
      <Card sx={{ px: 2 }}>
        {columns.map((column) => {
          const chosen = mapping.find((one) => one.column === column.index);
          return (
            <ColumnRow
              key={column.index}
              column={column}
              chosen={chosen}
              fields={fields}
              twice={twice.has(chosen?.field ?? "")}
              onChoose={(field) => choose(column.index, field)}
            />
          );
        })}
      </Card>
      {twice.size > 0 && <Alert severity="error">Two columns go into the same field. Leave one of them out.</Alert>}
      <ColumnNotes notes={preview.data?.columnNotes ?? []} />
      <Typography variant="h2">Preview of the first rows</Typography>
      <PreviewTable rows={preview.data?.rows} error={preview.error} />
      <Box sx={{ display: "flex", justifyContent: "flex-end" }}>
        <Button
          variant="contained"
          color="primary"
          size="large"
          disabled={twice.size > 0 || nothing}
          loading={check.isPending}
          onClick={() => check.mutate({ importId: open.importId, mapping })}
        >
          Check every row
        </Button>
      </Box>
    </Box>
  );
};

type RowProps = {
  column: ImportColumn;
  chosen: Chosen | undefined;
  fields: ImportField[];
  twice: boolean;
  onChoose: (field: string) => void;
};

const ColumnRow = ({ column, chosen, fields, twice, onChoose }: RowProps) => (
  <Box
    sx={{
      display: "grid",
      gridTemplateColumns: { xs: "1fr", md: "220px 1fr 240px 150px" },
      gap: { xs: 0.5, md: 2 },
      alignItems: "center",
      py: 1.25,
      borderTop: 1,
      borderColor: "lineSoft",
      "&:first-of-type": { borderTop: 0 },
    }}
  >
    <Typography variant="subtitle2" sx={{ overflowWrap: "anywhere" }}>
      {column.name}
    </Typography>
    <Typography variant="body2" color="textSecondary" noWrap title={column.samples.join("\n")}>
      {column.samples.join(" · ") || "empty"}
    </Typography>
    <TextField
      select
      label={`Field for ${column.name}`}
      value={fields.length > 0 ? (chosen?.field ?? "") : ""}
      error={twice}
      onChange={(event) => onChoose(event.target.value)}
    >
      <MenuItem value="">Leave out</MenuItem>
      {GROUPS.flatMap((group) => [
        <ListSubheader key={group}>{capitalise(group)}</ListSubheader>,
        ...fields
          .filter((field) => field.group === group)
          .map((field) => (
            <MenuItem key={field.key} value={field.key}>
              {field.label}
            </MenuItem>
          )),
      ])}
    </TextField>
    <Box>
      {chosen?.field && chosen.confidence > 0 && (
        <StatusChip tone={chosen.confidence === 2 ? "ok" : "info"}>{SURE[chosen.confidence]}</StatusChip>
      )}
    </Box>
  </Box>
);

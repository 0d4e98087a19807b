import { useQuery } from "@connectrpc/connect-query";
import type { ImportIssue } from "@leashline/proto/leashline/customer/v1/import_pb.js";
import { ImportService } from "@leashline/proto/leashline/customer/v1/import_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import FormControlLabel from "@mui/material/FormControlLabel";
import Switch from "@mui/material/Switch";
import Typography from "@mui/material/Typography";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { clientFor } from "../../../app/calls/transport.ts";
import { messageOf } from "../../../ui/feedback/call-errors.ts";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { toast } from "../../../ui/feedback/toast.ts";
import { Icon } from "../../../ui/icons.tsx";
import { DataList } from "../../../ui/lists/DataList.tsx";
import type { Column } from "../../../ui/lists/data-list.ts";
import { Section } from "../../../ui/page/Section.tsx";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import { saveFile } from "../../../ui/save-file.ts";

const SIZE = 50;
const imports = clientFor(ImportService);

const Outcome = ({ issue: { rejected } }: { issue: ImportIssue }) => (
  <StatusChip tone={rejected ? "bad" : "warn"}>{rejected ? "left out" : "comes in"}</StatusChip>
);

const columns: Column<ImportIssue>[] = [
  { key: "row", header: "Row", align: "right", width: 72, cell: (issue) => issue.row },
  { key: "column", header: "Column", cell: (issue) => issue.column || "whole row" },
  { key: "value", header: "Value", cell: (issue) => <Box sx={{ maxWidth: 280, overflowWrap: "anywhere" }}>{issue.value}</Box> },
  { key: "reason", header: "What looks wrong, and what happens to it", cell: (issue) => issue.reason },
  { key: "outcome", header: "The row", cell: (issue) => <Outcome issue={issue} /> },
];

/** Row by row, what was left out or read in a tolerant way, and why. */
export const Report = ({ importId }: { importId: string }) => {
  const [page, setPage] = useState(1);
  const [rejectedOnly, setRejectedOnly] = useState(false);
  const issues = useQuery(
    ImportService.method.listImportIssues,
    { importId, rejectedOnly, pageSize: SIZE, pageNum: page },
    { placeholderData: keepPreviousData },
  );
  const download = async () => {
    try {
      const { fileName, contentType, content } = await imports.downloadImportReport({ importId });
      saveFile(fileName, contentType, content);
    } catch (error) {
      toast.error(messageOf(error));
    }
  };
  return (
    <Section
      title="Report"
      action={
        <Button startIcon={<Icon name="download" />} onClick={() => void download()}>
          Download as CSV
        </Button>
      }
    >
      <FormControlLabel
        control={
          <Switch
            checked={rejectedOnly}
            onChange={(_, on) => {
              setRejectedOnly(on);
              setPage(1);
            }}
          />
        }
        label="Only rows that are left out"
      />
      <DataList
        label="Report"
        rows={issues.data?.issues}
        rowKey={(issue) => `${issue.row}/${issue.column}/${issue.reason}`}
        columns={columns}
        card={(issue) => (
          <>
            <Typography variant="subtitle2">
              Row {issue.row} {issue.column && `· ${issue.column}`}
            </Typography>
            <Typography>{issue.reason}</Typography>
            <Typography variant="body2" color="textSecondary">
              {issue.value}
            </Typography>
            <Outcome issue={issue} />
          </>
        )}
        error={issues.error}
        onRetry={() => void issues.refetch()}
        busy={issues.isPlaceholderData}
        page={{ at: page, size: SIZE, total: issues.data?.total ?? 0, onChange: setPage }}
        empty={<EmptyState icon="check" title="Nothing to report" text="Every row was read without changes." />}
      />
    </Section>
  );
};
